#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

#include "harness/state/state.h"

namespace mpigauge {

// The ranks that open one file together.
enum class FileOf {
  kAllRanks,   // one file
  kEachRank,   // each one of its own
  kFirstRank,  // rank 0, alone
};

// A name in --io-directory behind which there is a file of `bytes`, until the object is gone. Made on all ranks
// together; where one cannot make it, all throw, naming file and reason.
class ScratchPath {
 public:
  ScratchPath(const State& state, FileOf whose, std::int64_t bytes);
  ScratchPath(const ScratchPath&) = delete;
  ScratchPath& operator=(const ScratchPath&) = delete;
  ~ScratchPath();

  const std::string& text() const { return text_; }

 private:
  int Make(std::int64_t bytes);

  std::string text_;
  bool mine_ = false;  // to remove
};

// The file at `path`, open for reading and writing; MPI_FILE_NULL where the series has ended with an error instead.
MPI_File OpenFile(MPI_Comm communicator, const std::string& path);

// The handler of errors in the file that it is given to: they end the series, naming `path`. One at a time.
class FileErrors {
 public:
  explicit FileErrors(const std::string& path);
  FileErrors(const FileErrors&) = delete;
  FileErrors& operator=(const FileErrors&) = delete;
  ~FileErrors() { Checked(MPI_Errhandler_free(&handler_)); }

  MPI_Errhandler get() const { return handler_; }

 private:
  MPI_Errhandler handler_ = MPI_ERRHANDLER_NULL;
};

// The file, open for reading and writing; errors in it end the series, with its name. Ranks that do not open it have
// MPI_FILE_NULL.
class ScratchFile {
 public:
  ScratchFile(const State& state, FileOf whose, std::int64_t bytes);
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile();

  MPI_File get() const { return file_; }

 private:
  const ScratchPath path_;
  FileErrors errors_;
  MPI_File file_ = MPI_FILE_NULL;
};

}  // namespace mpigauge
