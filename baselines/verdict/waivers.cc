#include "baselines/verdict/waivers.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/toml_table.h"
#include "base/units.h"
#include "baselines/verdict/conclusion.h"

namespace mpigauge {
namespace {

std::string NeededText(TomlTable& entry, std::string_view key) {
  std::string text = entry.Text(key, "");
  if (text.empty()) throw entry.Wrong(key, fmt::format("{}: a text is needed", key));
  return text;
}

std::string NeededDay(TomlTable& entry, std::string_view key) {
  const toml::node* node = entry.Find(key);
  const auto day = node == nullptr ? std::optional<toml::date>() : node->value_exact<toml::date>();
  if (!day) throw entry.Wrong(key, fmt::format("{}: a day is needed, without quotation marks: 2026-12-31", key));
  std::ostringstream text;
  text << *day;
  return text.str();
}

// 1.15, "15%" and "1.15x" all accept 15% slower.
double NeededRatio(TomlTable& entry, std::string_view key) {
  const toml::node* node = entry.Find(key);
  const bool bare = node != nullptr && node->is_number();
  std::optional<double> ratio;
  if (bare) ratio = node->value<double>();  // 1 is as good as 1.0
  if (node != nullptr && node->is_string()) ratio = ParseRatio(*node->value_exact<std::string>());
  if (!ratio) {
    throw entry.Wrong(
        key,
        fmt::format("{}: a number is needed, such as 1.15, or a text with a unit, such as \"15%\" or \"2x\"", key));
  }
  // A user who writes 15 means 15%, and would never learn that 1400% was taken.
  if (bare && *ratio >= 2) {
    throw entry.Wrong(key, fmt::format("{0} = {1:g}: without a unit would be {2}; write \"{1:g}%\" for {1:g}% slower, "
                                       "or \"{1:g}x\" for {1:g} times as long",
                                       key, *ratio, FormatChange(*ratio)));
  }
  if (!(*ratio > 1 && *ratio <= 100)) {
    throw entry.Wrong(
        key, fmt::format("{} = {:g}: a ratio above 1 and up to 100 is needed; 1.15 accepts 15% slower", key, *ratio));
  }
  return *ratio;
}

Waiver WaiverFrom(TomlTable& entry) {
  for (const char* key : {"series", "up_to", "until", "reason", "by"}) entry.Find(key);
  entry.CheckKeys();  // first: where a key is misspelled, it is missing, too
  return {NeededText(entry, "series"), NeededRatio(entry, "up_to"), NeededDay(entry, "until"),
          NeededText(entry, "reason"), NeededText(entry, "by"),     entry.Line()};
}

}  // namespace

bool Waiver::Matches(const std::string& series_name) const {
  return fnmatch(series.c_str(), series_name.c_str(), 0) == 0;
}

Waivers ParseWaivers(std::string_view text, const std::string& file) {
  Waivers waivers{file, {}};
  const toml::table parsed = ParseToml(text, file);
  TomlTable table(parsed, file, "");
  for (TomlTable& entry : table.Tables("waiver")) waivers.all.push_back(WaiverFrom(entry));
  table.CheckKeys();
  return waivers;
}

Waivers ReadWaivers(const std::string& path) { return ParseWaivers(ReadFile(path), path); }

std::string Today() { return fmt::format("{:%F}", fmt::gmtime(std::time(nullptr))); }

namespace {

// The use of one waiver in this comparison.
struct Use {
  std::size_t matched = 0;
  std::size_t waived = 0;
  std::size_t waived_families = 0;
};

constexpr double kWaiverConfidence = 0.95;  // of the interval of an open series

bool Expired(const Waiver& waiver, const std::string& today) { return waiver.until < today; }

// A waiver is about slowness, so far that a ratio can say it: what does not work everywhere, computes wrong data, does
// more work, or is slower in a part of its calls or launches alone is not its matter.
bool IsNeverWaived(const SeriesComparison& series) {
  return std::any_of(series.opinions.begin(), series.opinions.end(), [](const Opinion& one) {
    return one.verdict != Verdict::kPass && one.source != Source::kMedian && one.source != Source::kFloor;
  });
}

bool Covers(const Waiver& waiver, const SeriesComparison& series, double confidence) {
  if (series.verdict == Verdict::kFail) return series.ratio <= waiver.up_to;
  const bool interval_holds = series.level >= confidence - 1e-9;
  return interval_holds && series.high <= waiver.up_to;
}

std::string Terms(const Waiver& waiver) {
  return fmt::format("up to {} until {} by {}: {}", FormatChange(waiver.up_to), waiver.until, waiver.by, waiver.reason);
}

std::string Place(const Waivers& waivers, const Waiver& waiver) {
  return fmt::format("{}, line {}", waivers.file, waiver.line);
}

// Why a waiver that is meant for this series does not help it.
std::string WhyNot(const Waivers& waivers, const Waiver& waiver, const SeriesComparison& series,
                   const std::string& today) {
  if (!series.HasTimes()) return "";
  if (IsNeverWaived(series)) {
    return fmt::format("; {} waived slowness only ({})", waiver.by, Place(waivers, waiver));
  }
  if (Expired(waiver, today)) {
    return fmt::format("; waived by {} until {}: expired ({})", waiver.by, waiver.until, Place(waivers, waiver));
  }
  return fmt::format("; above the {} that {} waived ({})", FormatChange(waiver.up_to), waiver.by,
                     Place(waivers, waiver));
}

// A waiver that counts and covers the series is taken before one that does not.
void Waive(SeriesComparison& series, const Waivers& waivers, const std::string& today, std::vector<Use>& uses) {
  for (std::size_t i = 0; i < waivers.all.size(); ++i) {
    const Waiver& waiver = waivers.all[i];
    if (!waiver.Matches(series.name)) continue;
    ++uses[i].matched;
    if (series.verdict == Verdict::kPass || !series.waived.empty()) continue;
    if (!IsNeverWaived(series) && !Expired(waiver, today) && Covers(waiver, series, kWaiverConfidence)) {
      series.waived = Terms(waiver);
      ++uses[i].waived;
    } else {
      series.why_not_waived = WhyNot(waivers, waiver, series, today);
    }
  }
}

// Waives series that were tested together: a waiver of all of them covers their mean, too. No interval of an open
// family is known, so none of its members may be open or failed.
void Waive(FamilyComparison& family, const std::set<std::string>& not_passed, const Waivers& waivers,
           const std::string& today, std::vector<Use>& uses) {
  const bool settled = std::none_of(family.members.begin(), family.members.end(),
                                    [&](const std::string& name) { return not_passed.contains(name); });
  for (std::size_t i = 0; i < waivers.all.size(); ++i) {
    const Waiver& waiver = waivers.all[i];
    if (family.verdict == Verdict::kPass || !family.waived.empty()) continue;
    if (Expired(waiver, today) || !(family.ratio <= waiver.up_to)) continue;
    if (family.verdict == Verdict::kInconclusive && !settled) continue;
    const bool all = std::all_of(family.members.begin(), family.members.end(),
                                 [&](const std::string& name) { return waiver.Matches(name); });
    if (!all) continue;
    family.waived = Terms(waiver);
    ++uses[i].waived_families;
  }
}

std::set<std::string> NotPassed(const Comparison& comparison) {
  std::set<std::string> names;
  for (const SeriesComparison& series : comparison.series) {
    if (series.verdict != Verdict::kPass && series.waived.empty()) names.insert(series.name);
  }
  return names;
}

std::string NoteOf(const Waivers& waivers, const Waiver& waiver, const Use& use, const std::string& today) {
  const std::string place = fmt::format("{} ({})", Place(waivers, waiver), waiver.series);
  if (use.waived + use.waived_families > 0) {
    const std::string families =
        use.waived_families > 0 ? fmt::format(" and {} of their families", use.waived_families) : "";
    return fmt::format("{}: {} series{} waived {}", place, use.waived, families, Terms(waiver));
  }
  if (Expired(waiver, today)) return fmt::format("{}: the waiver of {} expired on {}", place, waiver.by, waiver.until);
  if (use.matched == 0) return fmt::format("{}: this waiver matches no series", place);
  return fmt::format("{}: this waiver had no effect: none of its {} series needs it, or is within {}", place,
                     use.matched, FormatChange(waiver.up_to));
}

}  // namespace

void ApplyWaivers(Comparison& comparison, const Waivers& waivers, const std::string& today) {
  if (waivers.all.empty()) return;
  std::vector<Use> uses(waivers.all.size());
  for (SeriesComparison& series : comparison.series) Waive(series, waivers, today, uses);
  const std::set<std::string> not_passed = NotPassed(comparison);
  for (FamilyComparison& family : comparison.families) Waive(family, not_passed, waivers, today, uses);
  Conclude(comparison);
  for (std::size_t i = 0; i < waivers.all.size(); ++i) {
    comparison.notes.push_back(NoteOf(waivers, waivers.all[i], uses[i], today));
  }
}

}  // namespace mpigauge
