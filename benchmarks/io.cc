// MPI-IO in --io-directory: files are small and stay in the operating system's cache. Source: IMB-IO, all of its list:
// S (one rank), P (all ranks, each by itself), C (all ranks, collective), by pointers of each rank (indv), explicit
// offsets (expl), a shared pointer (shared), and files of each rank (priv).
#include <mpi.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "benchmarks/scratch_file.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

// MPICH up to 4.3 has MPI-IO neither in mpi.h nor in its library where it was configured with --disable-romio. The
// cases of this file are not there then.
#ifdef MPI_MODE_RDWR

namespace mpigauge {
namespace {

const std::vector<std::int64_t> kSizes = {4096, 65536, 1048576};

enum class Pointer { kIndividual, kExplicit, kShared };

struct Row {
  std::string name;
  FileOf whose;
  Pointer pointer;
  bool collective;
  bool write;
  bool nonblocking;
};

// Places that successive operations of a rank go through, so that a file has no more than 16 MiB, or one place each.
std::int64_t PlacesOf(const State& state) {
  constexpr std::int64_t kMostBytes = 16 << 20;
  return std::clamp<std::int64_t>(kMostBytes / std::max<std::int64_t>(state.bytes() * state.size(), 1), 1, 64);
}

// One operation, as the row says.
struct Access {
  const Row& row;
  MPI_File file;
  int n;

  void Read(char* to, MPI_Offset at) const {
    if (row.pointer == Pointer::kShared && row.collective && row.nonblocking) {
      Checked(MPI_File_read_ordered_begin(file, to, n, MPI_BYTE));
      Checked(MPI_File_read_ordered_end(file, to, MPI_STATUS_IGNORE));
    } else if (row.nonblocking) {
      MPI_Request request = MPI_REQUEST_NULL;
      if (row.pointer == Pointer::kExplicit) {
        Checked((row.collective ? MPI_File_iread_at_all : MPI_File_iread_at)(file, at, to, n, MPI_BYTE, &request));
      } else if (row.pointer == Pointer::kShared) {
        Checked(MPI_File_iread_shared(file, to, n, MPI_BYTE, &request));
      } else {
        Checked((row.collective ? MPI_File_iread_all : MPI_File_iread)(file, to, n, MPI_BYTE, &request));
      }
      Checked(MPI_Wait(&request, MPI_STATUS_IGNORE));
    } else if (row.pointer == Pointer::kExplicit) {
      Checked((row.collective ? MPI_File_read_at_all : MPI_File_read_at)(file, at, to, n, MPI_BYTE, MPI_STATUS_IGNORE));
    } else if (row.pointer == Pointer::kShared) {
      Checked(
          (row.collective ? MPI_File_read_ordered : MPI_File_read_shared)(file, to, n, MPI_BYTE, MPI_STATUS_IGNORE));
    } else {
      Checked((row.collective ? MPI_File_read_all : MPI_File_read)(file, to, n, MPI_BYTE, MPI_STATUS_IGNORE));
    }
  }

  void Write(const char* from, MPI_Offset at) const {
    if (row.pointer == Pointer::kShared && row.collective && row.nonblocking) {
      Checked(MPI_File_write_ordered_begin(file, from, n, MPI_BYTE));
      Checked(MPI_File_write_ordered_end(file, from, MPI_STATUS_IGNORE));
    } else if (row.nonblocking) {
      MPI_Request request = MPI_REQUEST_NULL;
      if (row.pointer == Pointer::kExplicit) {
        Checked((row.collective ? MPI_File_iwrite_at_all : MPI_File_iwrite_at)(file, at, from, n, MPI_BYTE, &request));
      } else if (row.pointer == Pointer::kShared) {
        Checked(MPI_File_iwrite_shared(file, from, n, MPI_BYTE, &request));
      } else {
        Checked((row.collective ? MPI_File_iwrite_all : MPI_File_iwrite)(file, from, n, MPI_BYTE, &request));
      }
      Checked(MPI_Wait(&request, MPI_STATUS_IGNORE));
    } else if (row.pointer == Pointer::kExplicit) {
      Checked(
          (row.collective ? MPI_File_write_at_all : MPI_File_write_at)(file, at, from, n, MPI_BYTE, MPI_STATUS_IGNORE));
    } else if (row.pointer == Pointer::kShared) {
      Checked((row.collective ? MPI_File_write_ordered : MPI_File_write_shared)(file, from, n, MPI_BYTE,
                                                                                MPI_STATUS_IGNORE));
    } else {
      Checked((row.collective ? MPI_File_write_all : MPI_File_write)(file, from, n, MPI_BYTE, MPI_STATUS_IGNORE));
    }
  }
};

// The rank whose data these are, or -1; by a shared pointer they come in any order.
template <typename Sent>
int SenderOf(const State& state, std::span<const char> data, Sent sent) {
  for (int rank = 0; rank < state.size(); ++rank) {
    std::int64_t i = 0;
    if (std::all_of(data.begin(), data.end(), [&](char value) { return value == sent(rank, i++); })) return rank;
  }
  return -1;
}

class IoCase {
 public:
  IoCase(State& state, const Row& row)
      : state_(state),
        row_(row),
        buffers_(state),
        n_(buffers_.count()),
        places_(PlacesOf(state)),
        file_(state, row.whose, places_ * n_ * (row.whose == FileOf::kAllRanks ? state.size() : 1)),
        access_{row, file_.get(), n_} {}

  void Run() {
    if (opens()) {
      // Every rank sees its own part of the common file, but for a shared pointer, which needs one view.
      const bool own_part = row_.whose == FileOf::kAllRanks && !shared();
      const MPI_Offset begin = own_part ? state_.rank() * places_ * n_ : 0;
      Checked(MPI_File_set_view(file_.get(), begin, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
      Fill();
    }
    state_.CheckData([this]() -> std::optional<std::string> {
      if (!opens()) return std::nullopt;
      if (shared()) return row_.write ? CheckSharedWrite() : CheckSharedRead();
      return row_.write
                 ? CheckWrite()
                 : buffers_.FirstUnlikePeriod([this](std::int64_t i) { return ToRead(state_.rank(), place_, i); });
    });
    for (auto _ : state_) {
      const char* from = buffers_.send();
      last_read_ = buffers_.recv();
      place_ = turn_++ % places_;
      if (!opens()) continue;
      if (place_ == 0) Rewind();
      const MPI_Offset at = place_ * n_;
      if (row_.write) {
        access_.Write(from, at);
      } else {
        access_.Read(last_read_, at);
      }
    }
  }

 private:
  bool opens() const { return file_.get() != MPI_FILE_NULL; }
  bool shared() const { return row_.pointer == Pointer::kShared; }

  // Once in `places_` operations.
  void Rewind() const {
    if (row_.pointer == Pointer::kIndividual) Checked(MPI_File_seek(file_.get(), 0, MPI_SEEK_SET));
    if (!shared()) return;
    Checked(MPI_Barrier(state_.comm()));  // all have done with the operation before
    Checked(MPI_File_seek_shared(file_.get(), 0, MPI_SEEK_SET));
  }

  // The data of a rank at a place are its own and the place's, so that no two reads in a row bring the same.
  static char ToRead(int rank, std::int64_t place, std::int64_t i) { return PatternValue<char>(rank, place + i); }

  // Writes the data that are read later: in each place this rank's data; by a shared pointer, those of all ranks in
  // turn.
  void Fill() const {
    std::vector<char> data(static_cast<std::size_t>(n_));
    for (std::int64_t place = 0; place < places_; ++place) {
      for (std::int64_t i = 0; i < n_; ++i) {
        data[static_cast<std::size_t>(i)] = row_.write ? char{0} : ToRead(state_.rank(), place, i);
      }
      const std::int64_t at = shared() ? place * state_.size() + state_.rank() : place;
      Checked(MPI_File_write_at(file_.get(), at * n_, data.data(), n_, MPI_BYTE, MPI_STATUS_IGNORE));
    }
    if (shared()) ShowToAll();
  }

  // Only after this may another rank read what one rank has written.
  void ShowToAll() const {
    Checked(MPI_File_sync(file_.get()));
    Checked(MPI_Barrier(state_.comm()));
    Checked(MPI_File_sync(file_.get()));
  }

  // Reads a place and clears it.
  std::vector<char> TakeOut(MPI_Offset place) const {
    std::vector<char> data(static_cast<std::size_t>(n_));
    Checked(MPI_File_read_at(file_.get(), place * n_, data.data(), n_, MPI_BYTE, MPI_STATUS_IGNORE));
    const std::vector<char> zeros(data.size());
    Checked(MPI_File_write_at(file_.get(), place * n_, zeros.data(), n_, MPI_BYTE, MPI_STATUS_IGNORE));
    return data;
  }

  std::optional<std::string> CheckWrite() const {
    std::vector<char> data = TakeOut(place_);
    return FirstWrongOf<char>(data, [this](std::int64_t i) { return buffers_.Sent(state_.rank(), i); });
  }

  // Everybody's data once, in any order.
  std::optional<std::string> CheckSharedWrite() const {
    ShowToAll();
    std::optional<std::string> wrong;
    if (state_.rank() == 0 && n_ > 0) {
      std::vector<bool> seen(static_cast<std::size_t>(state_.size()));
      for (int i = 0; i < state_.size(); ++i) {
        const int sender = SenderOf(state_, TakeOut(place_ * state_.size() + i),
                                    [this](int rank, std::int64_t index) { return buffers_.Sent(rank, index); });
        if (sender < 0) wrong = "block " + std::to_string(i) + " of the file is not the data of any rank";
        if (sender >= 0) seen[static_cast<std::size_t>(sender)] = true;
      }
      const auto missing = std::find(seen.begin(), seen.end(), false);
      if (!wrong && missing != seen.end()) {
        wrong = "the data of rank " + std::to_string(missing - seen.begin()) + " are not in the file";
      }
    }
    ShowToAll();
    return wrong;
  }

  // In the order of ranks its own data of this place. Else those of some rank, of another place where ranks that did
  // not wait for each other were ahead.
  std::optional<std::string> CheckSharedRead() const {
    const std::span<char> data(last_read_, static_cast<std::size_t>(n_));
    int sender = -1;
    for (std::int64_t place = 0; place < places_ && sender < 0; ++place) {
      if (row_.collective && place != place_) continue;
      sender = SenderOf(state_, data, [&](int rank, std::int64_t i) { return ToRead(rank, place, i); });
    }
    std::fill(data.begin(), data.end(), char{0});
    if (sender < 0) return "the data read are not those of any rank";
    if (row_.collective && sender != state_.rank() && n_ > 0) return "read the data of rank " + std::to_string(sender);
    return std::nullopt;
  }

  State& state_;
  const Row& row_;
  Buffers<char> buffers_;
  const int n_;
  const std::int64_t places_;
  const ScratchFile file_;
  const Access access_;
  std::int64_t turn_ = 0;
  std::int64_t place_ = 0;  // of the last operation
  char* last_read_ = nullptr;
};

const bool io_registered = [] {
  struct Form {
    const char* prefix;
    const char* suffix;
    FileOf whose;
    Pointer pointer;
    bool collective;
  };
  constexpr Form kForms[] = {
      {"s", "indv", FileOf::kFirstRank, Pointer::kIndividual, false},
      {"s", "expl", FileOf::kFirstRank, Pointer::kExplicit, false},
      {"p", "indv", FileOf::kAllRanks, Pointer::kIndividual, false},
      {"p", "expl", FileOf::kAllRanks, Pointer::kExplicit, false},
      {"p", "shared", FileOf::kAllRanks, Pointer::kShared, false},
      {"p", "priv", FileOf::kEachRank, Pointer::kIndividual, false},
      {"c", "indv", FileOf::kAllRanks, Pointer::kIndividual, true},
      {"c", "expl", FileOf::kAllRanks, Pointer::kExplicit, true},
      {"c", "shared", FileOf::kAllRanks, Pointer::kShared, true},
  };
  for (const Form& form : kForms) {
    for (const bool nonblocking : {false, true}) {
      for (const bool write : {false, true}) {
        const std::string name =
            std::string(form.prefix) + (nonblocking ? "_i" : "_") + (write ? "write_" : "read_") + form.suffix;
        const Row row = {name, form.whose, form.pointer, form.collective, write, nonblocking};
        RegisterCase(name, [row](State& state) { IoCase(state, row).Run(); })
            ->Collective()
            ->Family("io")
            ->Describe(std::string("MPI-IO: ") + (nonblocking ? "nonblocking " : "") + (write ? "write, " : "read, ") +
                       form.prefix + " " + form.suffix)
            ->Needs(Need::kIoDirectory)
            ->Parameter("bytes", kSizes);
      }
    }
  }
  return true;
}();

// A file that is there.
void FileOpenClose(State& state) {
  const ScratchPath path(state, FileOf::kAllRanks, 0);
  for (auto _ : state) {
    MPI_File file = OpenFile(state.comm(), path.text());
    if (file != MPI_FILE_NULL) Checked(MPI_File_close(&file));
  }
}
MPIGAUGE_CASE(FileOpenClose)
    ->Collective()
    ->Family("io")
    ->Needs(Need::kIoDirectory)
    ->Describe("MPI_File_open and close");

}  // namespace
}  // namespace mpigauge

#endif  // MPI_MODE_RDWR
