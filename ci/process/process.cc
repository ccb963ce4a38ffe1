#include "ci/process/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

// clang-format off
#include <utility>  // first: Boost.Asio 1.74 uses std::exchange and does not include it
// clang-format on
#include <algorithm>
#include <boost/asio.hpp>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/temporary_folder.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

namespace asio = boost::asio;
namespace process = boost::process;

constexpr std::size_t kMostOutput = 1 << 20;

// Ranks, jobs, builds and launchers need no store, and Slurm keeps the environment of a job on disk.
constexpr const char* kSecretsOfStores[] = {"MPIGAUGE_STORE", "PGPASSWORD"};
constexpr auto kGrace = std::chrono::seconds(5);

// A file in that folder without a name: nothing is left of it, however we end. Where the file system makes none, its
// name is removed at once. -1: errno says why.
int UnnamedFile(const std::filesystem::path& folder, std::string& pattern) {
  const int unnamed = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (unnamed >= 0) return unnamed;
  const int named = mkostemp(pattern.data(), O_CLOEXEC);
  if (named >= 0) unlink(pattern.c_str());
  return named;
}

// A file for the output: a pipe that nobody empties would stop the program.
class OutputFile {
 public:
  OutputFile() {
    const std::filesystem::path folder = FolderForTemporaryFiles();
    std::string pattern = (folder / "mpigauge-output-XXXXXX").string();
    const int descriptor = UnnamedFile(folder, pattern);
    // Programs do not all say that their output could not be written: what they would have told is missing, and taken
    // for something else.
    const std::string room(1 << 16, ' ');
    if (descriptor >= 0) errno = 0;  // a part that is written is no error
    const bool made = descriptor >= 0 && write(descriptor, room.data(), room.size()) == std::ssize(room) &&
                      ftruncate(descriptor, 0) == 0 && lseek(descriptor, 0, SEEK_SET) == 0;
    if (!made) {
      const std::string reason = std::strerror(descriptor >= 0 && errno == 0 ? ENOSPC : errno);
      if (descriptor >= 0) close(descriptor);
      throw NotMeasured("{}: no file for a program's output there: {}; make room, or set TMPDIR to another folder",
                        pattern, reason);
    }
    file_.reset(fdopen(descriptor, "r+"));
  }

  FILE* file() const { return file_.get(); }

  std::string Tail() const {
    const int descriptor = fileno(file_.get());
    const off_t size = std::max<off_t>(lseek(descriptor, 0, SEEK_END), 0);
    std::string text(std::min(static_cast<std::size_t>(size), kMostOutput), '\0');
    const ssize_t read = pread(descriptor, text.data(), text.size(), size - std::ssize(text));
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(read, 0)));
    return text;
  }

 private:
  struct Close {
    void operator()(FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<FILE, Close> file_;
};

// One running program, watched for its end, for the end of its time, and for signals that are meant for us.
class Watched {
 public:
  Watched(const Command& command, const std::string& program)
      : stop_(context_, dup(StopSignals::Descriptor())), time_over_(context_), timer_(context_), grace_(context_) {
    process::environment environment = boost::this_process::environment();
    for (const char* secret : kSecretsOfStores) environment.erase(secret);
    // Not environment[name]: Boost 1.74 reads behind the end of variables that are shorter than the name.
    for (const auto& [name, value] : command.environment) environment.set(name, value);
    const std::vector<std::string> arguments(command.words.begin() + 1, command.words.end());
    child_ = process::child(
        process::exe = program, process::args = arguments, environment, group_, context_,
        process::std_in<process::null, process::std_out> out_.file(), process::std_err > err_.file(),
        // Where we are killed and cannot stop it, the kernel does.
        process::extend::on_exec_setup = [](auto&) { prctl(PR_SET_PDEATHSIG, SIGTERM); },
        process::on_exit = [this](int code, const std::error_code&) { Exited(code); });
    stop_.async_wait(asio::posix::descriptor_base::wait_read, [this](const boost::system::error_code& error) {
      if (!error) Stop(result_.interrupted);
    });
    if (command.stop_descriptor >= 0) {
      time_over_.assign(dup(command.stop_descriptor));
      time_over_.async_wait(asio::posix::descriptor_base::wait_read, [this](const boost::system::error_code& error) {
        if (!error) Stop(result_.timed_out);
      });
    }
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
    if (time_over_.is_open()) time_over_.cancel();
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
  asio::posix::stream_descriptor time_over_;
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
  const bool remembered = StopSignals::Listening();
  try {
    ProcessResult result = Watched(command, *program).Wait();
    if (result.interrupted && !remembered) throw Stopped();
    return result;
  } catch (const process::process_error& error) {
    throw NotMeasured("{}: cannot be started: {}", *program, error.what());
  }
}

}  // namespace mpigauge
