#include "ci/bench_build/build.h"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/escape.h"
#include "base/temporary_folder.h"
#include "ci/process/process.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

// `next` is what to do where it failed.
void RequireSuccess(const ProcessResult& result, const std::string& what, const std::string& next) {
  if (result.interrupted) throw Stopped();
  if (result.exit_code == 0) return;
  throw NotMeasured("{}: {}{}", what, FirstError(result.err.empty() ? result.out : result.err), FurtherLines(next));
}

// The compilations, which several threads take from one list.
class Compilations {
 public:
  Compilations(const BenchKit& kit, const MpiCompiler& compiler, const fs::path& folder,
               const std::function<void(const std::string&)>& say)
      : kit_(kit), compiler_(compiler), folder_(folder), say_(say) {}

  void Run(int jobs) {
    std::vector<std::thread> threads;
    for (int i = 0; i < jobs; ++i) threads.emplace_back([this] { Work(); });
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
  }

  std::vector<std::string> Objects() const {
    std::vector<std::string> objects;
    for (std::size_t i = 0; i < kit_.sources.size(); ++i) objects.push_back(ObjectOf(i).string());
    return objects;
  }

 private:
  fs::path ObjectOf(std::size_t index) const { return folder_ / fmt::format("{}.o", index); }

  void Work() {
    try {
      for (std::size_t index = next_++; index < kit_.sources.size() && !failed_; index = next_++) Compile(index);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
  }

  void Compile(std::size_t index) {
    const std::string source = kit_.sources[index].string();
    std::vector<std::string> words = {compiler_.wrapper};
    words.insert(words.end(), kit_.compile_flags.begin(), kit_.compile_flags.end());
    words.insert(words.end(), {"-c", source, "-o", ObjectOf(index).string()});
    const ProcessResult result = RunProcess({words, compiler_.environment, 0});
    words.back() = "/dev/null";  // the folder of the objects will be gone
    RequireSuccess(result, fmt::format("{} does not compile {}", compiler_.wrapper, source),
                   "this shows all errors:\n" + ShellText(words));
    const std::lock_guard lock(mutex_);
    say_(fmt::format("{} of {} files are compiled", ++compiled_, kit_.sources.size()));
  }

  const BenchKit& kit_;
  const MpiCompiler& compiler_;
  const fs::path folder_;
  const std::function<void(const std::string&)>& say_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::size_t compiled_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void BuildBench(const BenchKit& kit, const MpiCompiler& compiler, const fs::path& output, int jobs,
                const std::function<void(const std::string&)>& say) {
  const StopSignals signals;  // the outermost one, for all threads
  const TemporaryFolder folder("build");
  Compilations compilations(kit, compiler, folder.path(), say);
  compilations.Run(jobs);
  say("linking");
  const fs::path linked = output.string() + ".part";
  std::vector<std::string> words = {compiler.wrapper};
  const std::vector<std::string> objects = compilations.Objects();
  words.insert(words.end(), objects.begin(), objects.end());
  words.insert(words.end(), kit.link_flags.begin(), kit.link_flags.end());
  words.insert(words.end(), {"-o", linked.string()});
  const ProcessResult result = RunProcess({words, compiler.environment, 0});
  std::error_code error;
  if (result.exit_code != 0) fs::remove(linked, error);
  RequireSuccess(result, fmt::format("{} does not link {}", compiler.wrapper, output.string()),
                 fmt::format("a library that is not found must be installed; undefined references to std:: or GLIBCXX "
                             "mean that {} is older than the compiler of this installation",
                             compiler.name));
  fs::rename(linked, output, error);
  if (error) throw NotMeasured("{}: {}", output.string(), error.message());
}

}  // namespace mpigauge
