#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ci/bench_build/build.h"
#include "ci/bench_build/compiler.h"
#include "ci/bench_build/kit.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// A prefix whose mpicxx is a script, and a kit with two sources.
class BenchBuildTest : public testing::Test {
 protected:
  BenchBuildTest() : folder_(fs::path(testing::TempDir()) / "bench_build") {
    fs::remove_all(folder_);
    Write("bench/src/harness/short.cc", "int x;\n");
    Write("bench/src/benchmarks/long.cc", "int a_longer_one;\n");
    Write("bench/others.a", "");
    Write("bench/compile_flags.txt", "-std=c++20\n-O2\n");
    Write("bench/link_flags.txt", "-l:libfmt.so.9\n");
    install_.kind = MpiInstall::Kind::kOpenMpi;
    install_.version = "5.0.7";
    install_.launcher = (folder_ / "bin/mpirun").string();
  }

  void Write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  void WriteWrapper(const std::string& script, const std::string& name = "bin/mpicxx") {
    Write(name, "#!/bin/sh\n" + script);
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }
  std::string Read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  std::string CompilerError() {
    return ErrorOf([&] { FindMpiCompiler(install_); });
  }
  void Build() {
    const MpiCompiler compiler{(folder_ / "bin/mpicxx").string(), "GCC 12.2", {}};
    BuildBench(ReadBenchKit(folder_ / "bench"), compiler, folder_ / "out", 2,
               [&](const std::string& text) { said_ += text + "\n"; });
  }

  fs::path folder_;
  MpiInstall install_;
  std::string said_;
};

TEST_F(BenchBuildTest, TheWrapperLiesBesideTheLauncher) {
  WriteWrapper("echo mpigauge_compiler GCC 12 2; echo mpigauge_mpi openmpi\n");
  const MpiCompiler compiler = FindMpiCompiler(install_);
  EXPECT_EQ(compiler.wrapper, (folder_ / "bin/mpicxx").string());
  EXPECT_EQ(compiler.name, "GCC 12.2");
}

TEST_F(BenchBuildTest, WithoutAWrapperItSaysWhatToInstall) {
  EXPECT_THAT(CompilerError(), AllOf(HasSubstr("no compiler wrapper of Open MPI 5.0.7 in"), HasSubstr("mpicxx, mpic++"),
                                     HasSubstr("libopenmpi-dev")));
}

// As MPICH that was configured with --disable-cxx.
TEST_F(BenchBuildTest, WithoutAWrapperForCxxTheOneForCCallsACompilerOfCxx) {
  install_.kind = MpiInstall::Kind::kMpich;
  WriteWrapper("test \"$MPICH_CC\" = g++ && echo mpigauge_compiler GCC 12 2; echo mpigauge_mpi mpich\n", "bin/mpicc");
  const MpiCompiler compiler = FindMpiCompiler(install_);
  EXPECT_EQ(compiler.wrapper, (folder_ / "bin/mpicc").string());
  EXPECT_EQ(compiler.environment.at("MPICH_CC"), "g++");
  EXPECT_EQ(compiler.name, "GCC 12.2");
}

TEST_F(BenchBuildTest, ACompilerThatIsTooOldIsNamed) {
  WriteWrapper("echo mpigauge_compiler GCC 9 4; echo mpigauge_mpi openmpi\n");
  EXPECT_THAT(CompilerError(), AllOf(HasSubstr("calls GCC 9.4, which is too old"), HasSubstr("OMPI_CXX=g++-12")));
  WriteWrapper("echo mpigauge_compiler Clang 13 0; echo mpigauge_mpi openmpi\n");
  EXPECT_THAT(CompilerError(), HasSubstr("calls Clang 13.0, which is too old"));
}

TEST_F(BenchBuildTest, AWrapperOfAnotherMpiIsRefused) {
  WriteWrapper("echo mpigauge_compiler GCC 12 2; echo mpigauge_mpi mpich\n");
  EXPECT_THAT(CompilerError(), HasSubstr("compiles for another MPI than Open MPI 5.0.7"));
}

TEST_F(BenchBuildTest, AWrapperThatDoesNotWorkIsQuoted) {
  WriteWrapper("echo; echo 'unable to find the specified compiler'; echo g++-99; exit 1\n");
  EXPECT_THAT(CompilerError(), HasSubstr("such as g++?\n  unable to find the specified compiler\n  g++-99"));
}

TEST_F(BenchBuildTest, SourcesAreCompiledAndLinkedWithTheLibrary) {
  WriteWrapper("for last; do :; done\necho \"$@\" >\"$last\"\necho \"$@\" >>'" + (folder_ / "log").string() + "'\n");
  Build();
  EXPECT_THAT(said_, HasSubstr("2 of 2 files are compiled\nlinking\n"));
  EXPECT_THAT(Read("log"), HasSubstr("-std=c++20 -O2 -iquote " + (folder_ / "bench/src").string()));
  EXPECT_THAT(Read("log"), HasSubstr("-c " + (folder_ / "bench/src/harness/short.cc").string()));
  EXPECT_THAT(Read("out"), testing::ContainsRegex("/0.o .*/1.o -Wl,--whole-archive .*/others.a .* "
                                                  "-l:libfmt.so.9 -o .*/out.part"));
}

// The trace library: a program that it is loaded into sees no other functions than MPI's.
TEST_F(BenchBuildTest, AKitWithAListOfWhatOthersSeeMakesASharedLibrary) {
  WriteWrapper("for last; do :; done\necho \"$@\" >\"$last\"\n");
  Build();
  EXPECT_THAT(Read("out"), Not(HasSubstr("-shared")));
  Write("bench/exported.lds", "{ global: MPI_*; local: *; };\n");
  Build();
  EXPECT_THAT(Read("out"), HasSubstr(" -shared -Wl,-z,defs -Wl,--version-script=" +
                                     (folder_ / "bench/exported.lds").string() + " -ldl -o "));
}

TEST_F(BenchBuildTest, TheFirstErrorOfTheCompilerIsTold) {
  WriteWrapper(
      "case $* in *long.cc*) echo 'In file included from base/error.h:1' >&2\n"
      "echo \"benchmarks/long.cc:7:1: error: 'MPI_Psend_init' was not declared\" >&2; exit 1;; esac\n");
  const std::string error = ErrorOf([&] { Build(); });
  EXPECT_THAT(error, AllOf(HasSubstr("mpicxx does not compile"), HasSubstr("long.cc:7:1: error: 'MPI_Psend_init' was"),
                           HasSubstr("-o /dev/null"), Not(HasSubstr("In file included"))));
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(BenchBuildTest, AFailedLinkLeavesNothing) {
  WriteWrapper("case $* in *out.part) echo half >'" + (folder_ / "out.part").string() +
               "'; echo '/usr/bin/ld: cannot find -l:libfmt.so.9' >&2; exit 1;; esac\n");
  EXPECT_THAT(ErrorOf([&] { Build(); }), HasSubstr("out: /usr/bin/ld: cannot find -l:libfmt.so.9"));
  EXPECT_FALSE(fs::exists(folder_ / "out") || fs::exists(folder_ / "out.part"));
}

TEST_F(BenchBuildTest, AKitThatIsNotWholeIsNamed) {
  fs::remove(folder_ / "bench/others.a");
  EXPECT_THAT(ErrorOf([&] { Build(); }), HasSubstr("bench: files to build from are missing"));
}

}  // namespace
}  // namespace mpigauge
