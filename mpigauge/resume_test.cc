#include "mpigauge/resume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "mpigauge/cli.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class ResumeTest : public testing::Test {
 protected:
  ResumeTest() : before_(fs::current_path()), folder_(fs::absolute(testing::TempDir()) / "resume") {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "here/jobs");
    fs::current_path(folder_ / "here");
    gate_.add_option("--baseline");
    resume_.AddTo(gate_);
  }
  ~ResumeTest() override { fs::current_path(before_); }

  // Keeps a command line of `mpigauge gate` in the folder "jobs".
  void Keep(const std::vector<std::string>& arguments, const std::string& store = "store.sqlite") {
    resume_.Keep("jobs", {{out_, err_, false, false}, store, "", {}, false, arguments});
  }

  ExitCode Run(const std::vector<std::string>& arguments) { return RunCli(arguments, {out_, err_, false, false}); }

  const fs::path before_;
  const fs::path folder_;
  CLI::App gate_{"", "gate"};
  ResumeOption resume_;
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(ResumeTest, TheCommandLineIsKeptForAnyFolderAndWithoutThePassword) {
  Keep({"gate", "--store=x", "--slurm", "--detach", "--folder", "jobs", "--", "--folder", "of the program"},
       "postgresql://ada:secret@host/db");
  const fs::path file = "jobs/gate.json";
  const Json json = ReadJson(file);
  EXPECT_THAT(
      json.at("arguments").get<std::vector<std::string>>(),
      ElementsAre("gate", "--slurm", "--folder", (folder_ / "here/jobs").string(), "--", "--folder", "of the program"));
  EXPECT_EQ(json.at("working_folder"), (folder_ / "here").string());
  EXPECT_THAT(ReadFile(file), testing::Not(HasSubstr("secret")));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(ResumeTest, ItGoesOnWhereItWasBegunWithTheSameOptions) {
  Keep({"gate", "--baseline", "of-then", "--promote"});
  fs::current_path("/");
  EXPECT_EQ(Run({"gate", "--resume", (folder_ / "here/jobs").string()}), ExitCode::kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("of-then"));
  EXPECT_EQ(fs::current_path(), folder_ / "here");
  EXPECT_TRUE(fs::exists(folder_ / "here/store.sqlite"));
}

// It would start programs that somebody else has chosen.
TEST_F(ResumeTest, FileThatOthersMayWriteIsRefused) {
  Keep({"gate", "--baseline", "of-then"});
  fs::permissions("jobs/gate.json", fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(Run({"gate", "--resume", "jobs"}), ExitCode::kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("others may write to it"));
}

TEST_F(ResumeTest, FileOfAnotherUserIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  Keep({"gate", "--baseline", "of-then"});
  ASSERT_EQ(chown("jobs/gate.json", 65534, 65534), 0);
  EXPECT_EQ(Run({"gate", "--resume", "jobs"}), ExitCode::kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("belongs to another user"));
}

TEST_F(ResumeTest, OtherOptionsBesideItAreRefused) {
  Keep({"gate", "--baseline", "of-then"});
  EXPECT_EQ(Run({"gate", "--resume", "jobs", "--max-launches", "9"}), ExitCode::kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("--resume"));
  EXPECT_THAT(err_.str(), HasSubstr("--max-launches"));
}

TEST_F(ResumeTest, EmptyFolderIsAnError) {
  for (const char* command : {"gate", "run"}) {
    EXPECT_EQ(Run({command, "--resume", "jobs"}), ExitCode::kUsage);
    EXPECT_THAT(err_.str(), HasSubstr(std::string("--resume jobs: mpigauge ") + command + " has begun nothing there"));
  }
}

TEST_F(ResumeTest, AFileThatIsDamagedOrWhoseFolderIsGoneIsNamed) {
  WriteFileAtomically("jobs/gate.json", JsonText({{"arguments", 3}}));
  EXPECT_EQ(Run({"gate", "--resume", "jobs"}), ExitCode::kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("jobs/gate.json"));
  Keep({"gate", "--baseline", "of-then"});
  fs::current_path("/");
  fs::rename(folder_ / "here", folder_ / "there");
  EXPECT_EQ(Run({"gate", "--resume", (folder_ / "there/jobs").string()}), ExitCode::kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("was begun in " + (folder_ / "here").string() + ", which cannot be entered"));
}

}  // namespace
}  // namespace mpigauge
