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
#include <array>
#include <boost/asio.hpp>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "base/error.h"
#include "ci/process/open_files.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

namespace asio = boost::asio;
namespace process = boost::process;

constexpr std::size_t kKeptOutput = 1 << 19;  // bytes of the beginning, and as many of the end

// Ranks, jobs, builds and launchers need no store, and Slurm keeps the environment of a job on disk.
constexpr const char* kSecretsOfStores[] = {"MPIGAUGE_STORE", "PGPASSWORD"};
constexpr auto kGrace = std::chrono::seconds(5);
constexpr double kLongestPauseSeconds = 5;  // between two questions whether a program is ending: it may be measuring
constexpr double kShortestPauseSeconds = 0.05;

std::chrono::microseconds Microseconds(double seconds) {
  return std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1e6));
}

// The output of a program, read from a pipe while it runs: its beginning and its end. A program may print without
// end, and must neither wait for a reader nor fill a disk.
class Output {
 public:
  explicit Output(asio::io_context& context) : reader_(context) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw NotMeasured("no pipe for a program's output: {}", FileErrorText(errno));
    reader_.assign(ends[0]);
    reader_.non_blocking(true);
    writer_.reset(fdopen(ends[1], "w"));
  }

  // The end that the program writes to.
  FILE* file() const { return writer_.get(); }

  // The program has its end; from now on it is read.
  void Begin() {
    writer_.reset();
    ReadOn();
  }

  // The program has ended. Somebody that it left behind may still have the other end: what is in the pipe is all.
  void End() {
    boost::system::error_code error;
    const int most = fcntl(reader_.native_handle(), F_GETPIPE_SZ);
    for (std::size_t read = 0; read < static_cast<std::size_t>(std::max(most, 0));) {
      const std::size_t got = reader_.read_some(asio::buffer(buffer_), error);
      if (error) break;
      Keep(got);
      read += got;
    }
    reader_.close(error);
  }

  std::string Text() const {
    const std::size_t kept = std::min(last_.size(), kKeptOutput);
    const std::size_t left_out = left_out_ + last_.size() - kept;
    const std::string gap = left_out == 0 ? "" : fmt::format("\n[{} bytes are left out]\n", left_out);
    return first_ + gap + last_.substr(last_.size() - kept);
  }

 private:
  void ReadOn() {
    reader_.async_wait(asio::posix::descriptor_base::wait_read, [this](boost::system::error_code error) {
      if (error || !reader_.is_open()) return;
      const std::size_t got = reader_.read_some(asio::buffer(buffer_), error);
      Keep(got);
      if (!error || error == asio::error::would_block) ReadOn();
    });
  }

  void Keep(std::size_t count) {
    const std::size_t to_first = std::min(count, kKeptOutput - first_.size());
    first_.append(buffer_.data(), to_first);
    last_.append(buffer_.data() + to_first, count - to_first);
    if (last_.size() < 2 * kKeptOutput) return;
    left_out_ += last_.size() - kKeptOutput;
    last_.erase(0, last_.size() - kKeptOutput);
  }

  struct Close {
    void operator()(FILE* file) const { std::fclose(file); }
  };
  asio::posix::stream_descriptor reader_;
  std::unique_ptr<FILE, Close> writer_;
  std::array<char, 1 << 16> buffer_;
  std::string first_;
  std::string last_;
  std::size_t left_out_ = 0;  // bytes between them
};

// Another descriptor of the same file.
int Duplicated(int descriptor) {
  const int other = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (other < 0) throw NotMeasured("a program cannot be watched: {}", FileErrorText(errno));
  return other;
}

// One running program, watched for its end, for the end of its time, and for signals that are meant for us.
class Watched {
 public:
  Watched(const Command& command, const std::string& program)
      : is_ending_(command.is_ending),
        end_seconds_(command.end_seconds),
        out_(context_),
        err_(context_),
        stop_(context_, Duplicated(StopSignals::Descriptor())),
        time_over_(context_),
        timer_(context_),
        end_timer_(context_),
        deadline_(context_),
        grace_(context_) {
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
    out_.Begin();
    err_.Begin();
    stop_.async_wait(asio::posix::descriptor_base::wait_read, [this](const boost::system::error_code& error) {
      if (!error) Stop(result_.interrupted);
    });
    if (command.stop_descriptor >= 0) {
      time_over_.assign(Duplicated(command.stop_descriptor));
      time_over_.async_wait(asio::posix::descriptor_base::wait_read, [this](const boost::system::error_code& error) {
        if (!error) Stop(result_.timed_out);
      });
    }
    if (command.timeout_seconds > 0) {
      timer_.expires_after(Microseconds(command.timeout_seconds));
      timer_.async_wait([this](const boost::system::error_code& error) {
        if (!error) Stop(result_.timed_out);
      });
    }
    if (is_ending_ && end_seconds_ > 0) AskWhetherItEnds();
    if (command.deadline) {
      deadline_.expires_at(*command.deadline);
      deadline_.async_wait([this](const boost::system::error_code& error) {
        if (!error) Stop(result_.out_of_budget);
      });
    }
  }

  ProcessResult Wait() {
    context_.run();
    const int status = child_.native_exit_code();
    result_.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    result_.out = out_.Text();
    result_.err = err_.Text();
    return result_;
  }

 private:
  void Exited(int) {
    out_.End();
    err_.End();
    stop_.cancel();
    if (time_over_.is_open()) time_over_.cancel();
    timer_.cancel();
    over_ = true;
    end_timer_.cancel();
    deadline_.cancel();
    grace_.cancel();
    // Whatever it left behind goes too.
    if (result_.timed_out || result_.out_of_budget || result_.interrupted) kill(-group_.native_handle(), SIGKILL);
  }

  void AskWhetherItEnds() {
    if (over_) return;
    const bool ends = is_ending_();
    const double pause = std::clamp(end_seconds_ / 6, kShortestPauseSeconds, kLongestPauseSeconds);
    end_timer_.expires_after(Microseconds(ends ? end_seconds_ : pause));
    end_timer_.async_wait([this, ends](const boost::system::error_code& error) {
      if (error || over_) return;
      if (!ends) return AskWhetherItEnds();
      result_.end_overdue = true;
      Stop(result_.timed_out);
    });
  }

  void Stop(bool& why) {
    why = true;
    kill(-group_.native_handle(), SIGTERM);
    grace_.expires_after(kGrace);
    grace_.async_wait([this](const boost::system::error_code& error) {
      if (!error) kill(-group_.native_handle(), SIGKILL);
    });
  }

  const std::function<bool()> is_ending_;
  const double end_seconds_;
  bool over_ = false;
  StopSignals signals_;
  asio::io_context context_;
  Output out_;
  Output err_;
  process::group group_;
  process::child child_;
  asio::posix::stream_descriptor stop_;
  asio::posix::stream_descriptor time_over_;
  asio::steady_timer timer_;
  asio::steady_timer end_timer_;
  asio::steady_timer deadline_;
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
    throw NotMeasured("{}: cannot be started: {}: {}", *program, error.what(), FileErrorText(error.code().value()));
  } catch (const boost::system::system_error& error) {  // of what watches it
    throw NotMeasured("{}: cannot be watched: {}", *program, FileErrorText(error.code().value()));
  }
}

}  // namespace mpigauge
