#include <otf2/otf2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <numeric>
#include <vector>

#include "base/error.h"
#include "simulator/replay/outputs.h"

namespace mpigauge {
namespace {

constexpr std::uint64_t kTicksPerSecond = 1000000000000;
constexpr std::uint64_t kChunkBytes = std::uint64_t{1} << 20;

enum : std::uint32_t { kGroupOfLocations, kGroupOfRanks };

std::uint64_t Ticks(double seconds) {
  return static_cast<std::uint64_t>(std::llround(seconds * static_cast<double>(kTicksPerSecond)));
}

void Check(OTF2_ErrorCode code, const char* what) {
  if (code == OTF2_SUCCESS) return;
  throw NotMeasured("OTF2: {}: {}", what, OTF2_Error_GetDescription(code));
}

// Its words go into our errors, not to standard error.
OTF2_ErrorCode Quiet(void* /*data*/, const char* /*file*/, std::uint64_t /*line*/, const char* /*function*/,
                     OTF2_ErrorCode code, const char* /*format*/, va_list /*arguments*/) {
  return code;
}

OTF2_FlushType Flush(void* /*data*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/, void* /*caller*/,
                     bool /*last*/) {
  return OTF2_FLUSH;
}

// An archive that is being written.
class Archive {
 public:
  explicit Archive(const std::filesystem::path& folder)
      : archive_(OTF2_Archive_Open(folder.c_str(), "traces", OTF2_FILEMODE_WRITE, kChunkBytes, 4 * kChunkBytes,
                                   OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE)) {
    if (archive_ == nullptr) throw NotMeasured("{}: OTF2 cannot make an archive there", folder.string());
    static const OTF2_FlushCallbacks kCallbacks = {Flush, nullptr};
    Check(OTF2_Archive_SetFlushCallbacks(archive_, &kCallbacks, nullptr), "flush callbacks");
    Check(OTF2_Archive_SetSerialCollectiveCallbacks(archive_), "collective callbacks");
    Check(OTF2_Archive_SetCreator(archive_, "mpigauge"), "creator");
  }
  ~Archive() {
    if (archive_ != nullptr) OTF2_Archive_Close(archive_);
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  OTF2_Archive* get() { return archive_; }
  void Close() {
    OTF2_Archive* closing = archive_;
    archive_ = nullptr;
    Check(OTF2_Archive_Close(closing), "closing the archive");
  }

 private:
  OTF2_Archive* archive_;
};

struct Event {
  enum class Kind { kEnter, kLeave, kSend, kReceive };
  std::uint64_t ticks = 0;
  Kind kind = Kind::kEnter;
  std::uint32_t region = 0;
  const ReplayObserver::Message* message = nullptr;
};

// Returns the events of each rank, in the order of time.
std::vector<std::vector<Event>> EventsOf(const Timeline& timeline) {
  std::vector<std::vector<Event>> events(timeline.spans().size());
  for (std::size_t rank = 0; rank < events.size(); ++rank) {
    for (const auto& span : timeline.spans()[rank]) {
      const auto region = static_cast<std::uint32_t>(span.activity);
      events[rank].push_back({Ticks(span.begin), Event::Kind::kEnter, region});
      events[rank].push_back({Ticks(span.end), Event::Kind::kLeave, region});
    }
  }
  for (const auto& message : timeline.messages()) {
    events[static_cast<std::size_t>(message.from)].push_back(
        {.ticks = Ticks(message.sent), .kind = Event::Kind::kSend, .message = &message});
    events[static_cast<std::size_t>(message.to)].push_back(
        {.ticks = Ticks(message.received), .kind = Event::Kind::kReceive, .message = &message});
  }
  for (auto& each : events) {
    // Spans shorter than a tick stay what they are: entered, then left.
    std::stable_sort(each.begin(), each.end(),
                     [](const Event& one, const Event& other) { return one.ticks < other.ticks; });
  }
  return events;
}

void WriteEvents(OTF2_Archive* archive, const std::vector<std::vector<Event>>& events) {
  Check(OTF2_Archive_OpenEvtFiles(archive), "event files");
  for (std::size_t rank = 0; rank < events.size(); ++rank) {
    OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive, rank);
    if (writer == nullptr) throw NotMeasured("OTF2: no writer for rank {}", rank);
    const auto write = [&](const Event& event) {
      switch (event.kind) {
        case Event::Kind::kEnter: return OTF2_EvtWriter_Enter(writer, nullptr, event.ticks, event.region);
        case Event::Kind::kLeave: return OTF2_EvtWriter_Leave(writer, nullptr, event.ticks, event.region);
        case Event::Kind::kSend:
          return OTF2_EvtWriter_MpiSend(writer, nullptr, event.ticks, static_cast<std::uint32_t>(event.message->to), 0,
                                        static_cast<std::uint32_t>(event.message->tag),
                                        static_cast<std::uint64_t>(event.message->bytes));
        case Event::Kind::kReceive:
          return OTF2_EvtWriter_MpiRecv(writer, nullptr, event.ticks, static_cast<std::uint32_t>(event.message->from),
                                        0, static_cast<std::uint32_t>(event.message->tag),
                                        static_cast<std::uint64_t>(event.message->bytes));
      }
      return OTF2_SUCCESS;
    };
    for (const Event& event : events[rank]) Check(write(event), "an event");
    Check(OTF2_Archive_CloseEvtWriter(archive, writer), "closing an event file");
  }
  Check(OTF2_Archive_CloseEvtFiles(archive), "closing event files");
}

// Each location needs a file of definitions, though they are all global.
void WriteLocalDefinitions(OTF2_Archive* archive, std::size_t ranks) {
  Check(OTF2_Archive_OpenDefFiles(archive), "definition files");
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    OTF2_DefWriter* writer = OTF2_Archive_GetDefWriter(archive, rank);
    if (writer == nullptr) throw NotMeasured("OTF2: no definitions for rank {}", rank);
    Check(OTF2_Archive_CloseDefWriter(archive, writer), "closing a definition file");
  }
  Check(OTF2_Archive_CloseDefFiles(archive), "closing definition files");
}

// Strings are defined as they are needed.
class Definitions {
 public:
  explicit Definitions(OTF2_Archive* archive) : writer_(OTF2_Archive_GetGlobalDefWriter(archive)) {
    if (writer_ == nullptr) throw NotMeasured("OTF2: no global definitions");
  }

  OTF2_GlobalDefWriter* get() { return writer_; }
  std::uint32_t String(const std::string& text) {
    Check(OTF2_GlobalDefWriter_WriteString(writer_, strings_, text.c_str()), "a string");
    return strings_++;
  }

 private:
  OTF2_GlobalDefWriter* writer_;
  std::uint32_t strings_ = 0;
};

void WriteRegions(Definitions& definitions) {
  constexpr std::array kRegions = {std::pair{Activity::kCompute, "compute"}, std::pair{Activity::kOverhead, "overhead"},
                                   std::pair{Activity::kBlocked, "blocked"},
                                   std::pair{Activity::kCollective, "collective"}};
  const std::uint32_t none = definitions.String("");
  for (const auto& [activity, name] : kRegions) {
    const bool compute = activity == Activity::kCompute;
    const std::uint32_t text = definitions.String(name);
    Check(OTF2_GlobalDefWriter_WriteRegion(definitions.get(), static_cast<std::uint32_t>(activity), text, text, none,
                                           compute ? OTF2_REGION_ROLE_FUNCTION : OTF2_REGION_ROLE_WRAPPER,
                                           compute ? OTF2_PARADIGM_USER : OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE,
                                           none, 0, 0),
          "a region");
  }
}

void WriteDefinitions(OTF2_Archive* archive, const std::vector<std::vector<Event>>& events) {
  std::uint64_t end = 0;
  for (const auto& each : events) end = std::max(end, each.empty() ? 0 : each.back().ticks);
  Definitions definitions(archive);
  OTF2_GlobalDefWriter* writer = definitions.get();
  Check(OTF2_GlobalDefWriter_WriteClockProperties(writer, kTicksPerSecond, 0, end, OTF2_UNDEFINED_TIMESTAMP), "clock");
  WriteRegions(definitions);
  const std::uint32_t machine = definitions.String("replay");
  const std::uint32_t node_class = definitions.String("network");
  Check(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, machine, node_class, OTF2_UNDEFINED_SYSTEM_TREE_NODE),
        "the machine");
  std::vector<std::uint64_t> ranks(events.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  for (const std::uint64_t rank : ranks) {
    const std::uint32_t name = definitions.String("rank " + std::to_string(rank));
    Check(OTF2_GlobalDefWriter_WriteLocationGroup(writer, static_cast<std::uint32_t>(rank), name,
                                                  OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP),
          "a rank");
    Check(OTF2_GlobalDefWriter_WriteLocation(writer, rank, name, OTF2_LOCATION_TYPE_CPU_THREAD, events[rank].size(),
                                             static_cast<std::uint32_t>(rank)),
          "a location");
  }
  const std::uint32_t world = definitions.String("MPI_COMM_WORLD");
  const auto count = static_cast<std::uint32_t>(ranks.size());
  Check(OTF2_GlobalDefWriter_WriteGroup(writer, kGroupOfLocations, world, OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                        OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, count, ranks.data()),
        "locations");
  Check(OTF2_GlobalDefWriter_WriteGroup(writer, kGroupOfRanks, world, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                        OTF2_GROUP_FLAG_NONE, count, ranks.data()),
        "ranks");
  Check(OTF2_GlobalDefWriter_WriteComm(writer, 0, world, kGroupOfRanks, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE),
        "the communicator");
  Check(OTF2_Archive_CloseGlobalDefWriter(archive, writer), "closing the global definitions");
}

}  // namespace

void WriteOtf2(const Timeline& timeline, const std::filesystem::path& folder) {
  if (std::filesystem::exists(folder)) {
    throw UsageError("{}: exists already; an archive is written into a new folder", folder.string());
  }
  OTF2_Error_RegisterCallback(Quiet, nullptr);
  const auto events = EventsOf(timeline);
  Archive archive(folder);
  WriteEvents(archive.get(), events);
  WriteLocalDefinitions(archive.get(), events.size());
  WriteDefinitions(archive.get(), events);
  archive.Close();
}

}  // namespace mpigauge
