#include "benchmarks/scratch_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <random>
#include <regex>
#include <stdexcept>
#include <utility>

#ifdef MPI_MODE_RDWR  // there is MPI-IO; see io.cc

namespace mpigauge {
namespace {

// MPI hands an error handler no context of ours; one series runs at a time.
std::string current_path;

void TakeFileError(MPI_File*, int* code, ...) { State::TakeMpiError(*code, current_path + ": "); }

// A file is there for one visit, which takes seconds; the clock of a file server may differ from ours.
constexpr double kAbandonedSeconds = 3600;

// The files that killed launches of this user left. They had their names as long as they were open: a file without a
// name would not be left, but a file system may treat it otherwise when it is synchronized, which is measured.
void RemoveAbandoned(const std::string& folder) {
  static const std::regex kName("mpigauge-[0-9]{1,20}(-[0-9]+)?");
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (!std::regex_match(entry.path().filename().string(), kName)) continue;
    struct stat facts {};
    if (lstat(entry.path().c_str(), &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_uid != geteuid()) continue;
    if (std::difftime(std::time(nullptr), facts.st_mtime) > kAbandonedSeconds) unlink(entry.path().c_str());
  }
}

// Before the first file of this process; all of its files are in one folder.
void RemoveAbandonedOnce(const std::string& folder) {
  static bool done = false;
  if (!std::exchange(done, true)) RemoveAbandoned(folder);
}

}  // namespace

ScratchPath::ScratchPath(const State& state, FileOf whose, std::int64_t bytes) {
  if (state.rank() == 0) RemoveAbandonedOnce(state.io_directory());
  std::uint64_t number = (std::uint64_t{std::random_device{}()} << 32) + std::random_device{}();
  Checked(MPI_Bcast(&number, 1, MPI_UINT64_T, 0, state.comm()));
  text_ = state.io_directory() + "/mpigauge-" + std::to_string(number);
  if (whose == FileOf::kEachRank) text_ += "-" + std::to_string(state.rank());
  mine_ = whose == FileOf::kEachRank || state.rank() == 0;
  int error = mine_ ? Make(bytes) : 0;
  Checked(MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_INT, MPI_MAX, state.comm()));
  if (error == 0) return;
  if (mine_) unlink(text_.c_str());
  throw std::runtime_error(text_ + ": " + std::strerror(error));
}

// All of it is there, so that a full file system is found before the loop.
int ScratchPath::Make(std::int64_t bytes) {
  const int file = open(text_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  const int error = posix_fallocate(file, 0, std::max<std::int64_t>(bytes, 1));
  close(file);
  return error;
}

ScratchPath::~ScratchPath() {
  if (mine_) unlink(text_.c_str());
}

// Not by a handler of MPI_FILE_NULL: MPICH 4.0.2 counts its users wrongly.
MPI_File OpenFile(MPI_Comm communicator, const std::string& path) {
  MPI_File file = MPI_FILE_NULL;
  const int code = MPI_File_open(communicator, path.c_str(), MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  if (code == MPI_SUCCESS) return file;
  State::TakeMpiError(code, path + ": ");
  return MPI_FILE_NULL;
}

FileErrors::FileErrors(const std::string& path) {
  current_path = path;
  Checked(MPI_File_create_errhandler(&TakeFileError, &handler_));
}

ScratchFile::ScratchFile(const State& state, FileOf whose, std::int64_t bytes)
    : path_(state, whose, bytes), errors_(path_.text()) {
  if (whose == FileOf::kFirstRank && state.rank() != 0) return;
  file_ = OpenFile(whose == FileOf::kAllRanks ? state.comm() : MPI_COMM_SELF, path_.text());
  if (file_ == MPI_FILE_NULL) throw std::runtime_error(path_.text() + ": cannot be opened");
  Checked(MPI_File_set_errhandler(file_, errors_.get()));
}

ScratchFile::~ScratchFile() {
  if (file_ != MPI_FILE_NULL) Checked(MPI_File_close(&file_));
}

}  // namespace mpigauge

#endif  // MPI_MODE_RDWR
