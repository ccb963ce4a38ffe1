#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>

#include "baselines/history/changes.h"
#include "baselines/history/history.h"
#include "mpigauge/commands.h"

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// How a history is looked at; the options that `history` and `changes` share.
struct HistoryOptions {
  std::string library;  // a regular expression; empty: all
  std::string method = "e-divisive";
  std::string at_least = "1%";
  bool all_runs = false;  // also those of RunsBesideCandidates

  void AddTo(CLI::App& command);
  ChangesSettings ToSettings() const;  // throws Error (usage)
};

// A regular expression that says which one is wrong. Throws Error (usage).
std::function<bool(const std::string&)> Matching(const std::string& expression, const std::string& option);

// The store that is looked back at. Where it may be written, an older one is brought up to date. Nothing is made where
// there is nothing yet: that is an Error (usage).
Store OpenForHistory(const CommandContext& context);

// Keeps what is derived of the store's runs in it. A user who may only look, a full disk or another process that writes
// for long must not stop anybody from looking back: it takes longer, that is all.
void KeepMediansIfPossible(Store& store);

// The runs that are not looked at, by run_id: RunsBesideCandidates, unless all are asked for.
std::set<std::string> RunsLeftOut(Store& store, const HistoryOptions& options);

// " (left out: 2 runs beside candidates, --all-runs)"; empty where there are none.
std::string LeftOutText(std::size_t runs);

// The history of the series that `chosen` accepts, in the runs of the libraries that are asked for, without those that
// are left out. Where the store may be written, the medians of runs are kept in it for the next time.
History ReadHistory(Store& store, const HistoryOptions& options, const std::set<std::string>& left_out,
                    const std::function<bool(const SeriesRecord&)>& chosen);

}  // namespace mpigauge
