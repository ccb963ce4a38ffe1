#include "ci/process/process.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

// clang-format off
#include <utility>  // first: Boost.Asio 1.74 uses std::exchange and does not include it
// clang-format on
#include <boost/asio.hpp>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ci/process/stop_signals.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

namespace asio = boost::asio;
namespace process = boost::process;

constexpr std::size_t kMostOutput = 1 << 20;
constexpr auto kGrace = std::chrono::seconds(5);

// A file for the output: a pipe that nobody empties would stop the program.
class OutputFile {
 public:
  OutputFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mpigauge-output-XXXXXX").string();
    const int descriptor = mkstemp(pattern.data());
    if (descriptor < 0) throw NotMeasured("{}: cannot make a file for output there", pattern);
    close(descriptor);
    path_ = pattern;
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile() { std::filesystem::remove(path_); }

  const std::string& path() const { return path_; }

  std::string Tail() const {
    std::ifstream in(path_, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::size_t>(std::max<std::streamoff>(in.tellg(), 0));
    const std::size_t take = std::min(size, kMostOutput);
    in.seekg(static_cast<std::streamoff>(size - take));
    std::string text(take, '\0');
    in.read(text.data(), static_cast<std::streamsize>(take));
    return text;
  }

 private:
  std::string path_;
};

// One running program, watched for its end, for the end of its time, and for signals that are meant for us.
class Watched {
 public:
  Watched(const Command& command, const std::string& program)
      : stop_(context_, dup(StopSignals::Descriptor())), timer_(context_), grace_(context_) {
    process::environment environment = boost::this_process::environment();
    for (const auto& [name, value] : command.environment) environment[name] = value;
    const std::vector<std::string> arguments(command.words.begin() + 1, command.words.end());
    child_ = process::child(
        process::exe = program, process::args = arguments, environment, group_, context_,
        process::std_in<process::null, process::std_out> out_.path(), process::std_err > err_.path(),
        // Where we are killed and cannot stop it, the kernel does.
        process::extend::on_exec_setup = [](auto&) { prctl(PR_SET_PDEATHSIG, SIGTERM); },
        process::on_exit = [this](int code, const std::error_code&) { Exited(code); });
    stop_.async_wait(asio::posix::descriptor_base::wait_read, [this](const boost::system::error_code& error) {
      if (!error) Stop(result_.interrupted);
    });
    if (command.timeout_seconds > 0) {
      timer_.expires_after(std::chrono::microseconds(static_cast<std::int64_t>(command.timeout_seconds * 1e6)));
      timer_.async_wait([this](const boost::system::error_code& error) {
        if (!error) Stop(result_.timed_out);
      });
    }
  }

  ProcessResult Wait() {
    context_.run();
    const int status = child_.native_exit_code();
    result_.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    result_.out = out_.Tail();
    result_.err = err_.Tail();
    return result_;
  }

 private:
  void Exited(int) {
    stop_.cancel();
    timer_.cancel();
    grace_.cancel();
    // Whatever it left behind goes too.
    if (result_.timed_out || result_.interrupted) kill(-group_.native_handle(), SIGKILL);
  }

  void Stop(bool& why) {
    why = true;
    kill(-group_.native_handle(), SIGTERM);
    grace_.expires_after(kGrace);
    grace_.async_wait([this](const boost::system::error_code& error) {
      if (!error) kill(-group_.native_handle(), SIGKILL);
    });
  }

  StopSignals signals_;
  asio::io_context context_;
  OutputFile out_;
  OutputFile err_;
  process::group group_;
  process::child child_;
  asio::posix::stream_descriptor stop_;
  asio::steady_timer timer_;
  asio::steady_timer grace_;
  ProcessResult result_;
};

}  // namespace

std::optional<std::string> FindProgram(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    return access(name.c_str(), X_OK) == 0 ? std::optional(name) : std::nullopt;
  }
  const auto found = process::search_path(name);
  return found.empty() ? std::nullopt : std::optional(found.string());
}

ProcessResult RunProcess(const Command& command) {
  const auto program = FindProgram(command.words.at(0));
  if (!program) throw UsageError("{}: no such program", command.words[0]);
  try {
    return Watched(command, *program).Wait();
  } catch (const process::process_error& error) {
    throw NotMeasured("{}: cannot be started: {}", *program, error.what());
  }
}

}  // namespace mpigauge
