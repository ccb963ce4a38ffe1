// Interposes on MPI_Finalize through the profiling interface and lets it end the process, or never come back: ground
// truth for what is said of launches that do not end well. LD_PRELOAD=libmpigauge_finalize.so and MPIGAUGE_FINALIZE is
// abort, hang or exit:CODE, of all ranks or, with :rank=N at its end, of one. The library's own MPI_Finalize comes
// first.
#include <mpi.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/error.h"

namespace mpigauge {
namespace {

struct End {
  std::string_view how;  // "abort", "hang", "exit"
  int code = 0;          // of exit
  int rank = -1;         // -1: all
};

int NumberBehind(std::string_view prefix, std::string_view text) {
  int number = -1;
  const char* end = text.data() + text.size();
  const bool whole =
      text.starts_with(prefix) && std::from_chars(text.data() + prefix.size(), end, number).ptr == end && number >= 0;
  if (!whole) throw UsageError("MPIGAUGE_FINALIZE: '{}' is not {}N", text, prefix);
  return number;
}

// An end that is believed and not there would be worse than none, so what is not understood ends the program.
End ReadEnd() {
  const char* variable = std::getenv("MPIGAUGE_FINALIZE");
  std::string_view text = variable != nullptr ? variable : "";
  try {
    End end;
    if (const auto colon = text.find(":rank="); colon != std::string_view::npos) {
      end.rank = NumberBehind(":rank=", text.substr(colon));
      text = text.substr(0, colon);
    }
    end.how = text.substr(0, text.find(':'));
    if (end.how == "exit") {
      end.code = NumberBehind("exit:", text);
    } else if (text != "abort" && text != "hang") {
      throw UsageError("MPIGAUGE_FINALIZE: write abort, hang or exit:CODE, and not '{}'", text);
    }
    return end;
  } catch (const Error& error) {
    std::fprintf(stderr, "libmpigauge_finalize: %s\n", error.what());
    std::_Exit(static_cast<int>(error.code()));
  }
}

const End end_at_load = ReadEnd();

}  // namespace
}  // namespace mpigauge

extern "C" int MPI_Finalize() {
  const ::mpigauge::End& end = ::mpigauge::end_at_load;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int result = PMPI_Finalize();
  if (end.rank >= 0 && end.rank != rank) return result;
  if (end.how == "abort") std::abort();
  if (end.how == "exit") std::exit(end.code);
  while (true) pause();
}
