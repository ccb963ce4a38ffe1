#include "harness/program/engines.h"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "harness/sync/make.h"

namespace mpigauge {
namespace {

// Pairs among the first ranks.
PairsByDistance PairsOf(std::span<const Place> places, int ranks) {
  return places.empty() ? PairsByDistance() : FindPairs(places.first(static_cast<std::size_t>(ranks)));
}

}  // namespace

// The objects that an engine refers to, and the engine.
struct Engines::Seats {
  class Communicator {
   public:
    static Communicator Duplicate(MPI_Comm of) {
      Communicator made;
      PMPI_Comm_dup(of, &made.handle_);
      return made;
    }
    // A communicator of the first `ranks` ranks; null on the others. Collective over all of `of`.
    static Communicator FirstRanks(const Control& of, int ranks) {
      Communicator made;
      PMPI_Comm_split(of.communicator(), of.rank() < ranks ? 0 : MPI_UNDEFINED, of.rank(), &made.handle_);
      return made;
    }

    Communicator(Communicator&& other) noexcept : handle_(std::exchange(other.handle_, MPI_COMM_NULL)) {}
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;
    ~Communicator() {
      if (handle_ != MPI_COMM_NULL) PMPI_Comm_free(&handle_);
    }

    MPI_Comm get() const { return handle_; }

   private:
    Communicator() = default;
    MPI_Comm handle_ = MPI_COMM_NULL;
  };

  Seats(const Control& control, const GlobalClock& clock, std::atomic<const char*>& phase,
        const EngineSettings& settings)
      : cases(Communicator::Duplicate(control.communicator())),
        synchronizer(MakeSynchronizer(settings.synchronizer, control, clock, cases.get(), settings.oversubscribed,
                                      settings.window)),
        engine{control,
               clock,
               *synchronizer,
               cases.get(),
               phase,
               ChoosePair(control, settings.pair),
               PairsOf(settings.places, control.size()),
               settings.buffers,
               settings.verify,
               settings.subtract_overhead,
               settings.per_rank,
               settings.io_directory} {}

  const Communicator cases;  // never the harness's own
  const std::unique_ptr<Synchronizer> synchronizer;
  const Engine engine;
};

Engines::Engines(const Control& world, const GlobalClock& clock, std::atomic<const char*>& phase,
                 EngineSettings settings)
    : world_(world), clock_(clock), phase_(phase), settings_(std::move(settings)) {
  seats_[world.size()] = std::make_unique<Seats>(world, clock_, phase_, settings_);
}

Engines::~Engines() = default;

const Engine& Engines::world() const { return seats_.at(world_.size())->engine; }

const Engine* Engines::For(std::int64_t ranks) {
  const auto count = static_cast<int>(ranks);
  if (!seats_.contains(count)) Make(count);
  const auto& seats = seats_.at(count);
  return seats ? &seats->engine : nullptr;
}

void Engines::Make(int ranks) {
  if (ranks > 1 && settings_.pair != kFarthest) ParsePair(settings_.pair, ranks);
  const Seats::Communicator first = Seats::Communicator::FirstRanks(world_, ranks);
  auto& seats = seats_[ranks];
  if (first.get() == MPI_COMM_NULL) return;
  const Control& control = *controls_.emplace_back(std::make_unique<Control>(first.get()));
  seats = std::make_unique<Seats>(control, clock_, phase_, settings_);
}

std::string Engines::PairText() const {
  bool usual = true;
  std::string text;
  for (const auto& [ranks, seats] : seats_) {
    if (!seats) continue;
    const Pair& pair = seats->engine.pair;
    usual &= pair == Pair{};
    text +=
        seats_.size() == 1 ? pair.Text() : fmt::format("{}{} ranks: {}", text.empty() ? "" : "; ", ranks, pair.Text());
  }
  return usual ? "" : text;
}

}  // namespace mpigauge
