#include <optional>
#include <utility>

#include "base/error.h"
#include "record/foreign/columns.h"
#include "record/foreign/foreign.h"
#include "record/osu_names.h"

namespace mpigauge {
namespace {

constexpr std::string_view kOsu = "# OSU ";
constexpr std::string_view kTest = " Test";

// "# OSU MPI Latency Test v7.5" is "MPI Latency".
std::string TitleOfOsu(const std::string& line) {
  const auto end = line.find(kTest);
  return line.substr(kOsu.size(), end == std::string::npos ? end : end - kOsu.size());
}

std::optional<OsuBenchmark> FindOsu(const std::string& title) {
  for (const OsuBenchmark& one : OsuBenchmarks()) {
    if (one.title == title) return one;
  }
  return std::nullopt;
}

// "# [ pairs: 2 ] [ window size: 64 ]" is 2; nothing of other lines.
std::optional<std::int64_t> PairsIn(const TextLine& line, const std::string& name) {
  const std::vector<std::string> words = ForeignWords(line.text);
  if (words.size() < 4 || words[0] != "#" || words[1] != "[" || words[2] != "pairs:") return std::nullopt;
  return ForeignCount(words[3], name, line);
}

// A line of a table: the size where there is one, and behind it the numbers.
struct OsuLine {
  std::int64_t bytes = -1;
  std::vector<double> numbers;
};

// The time of one message.
double SecondsOfBandwidth(std::int64_t bytes, double megabytes, const std::string& name, const TextLine& line) {
  if (megabytes <= 0 || bytes <= 0) throw UsageError("{}, line {}: a bandwidth of zero", name, line.number);
  return static_cast<double>(bytes) / (megabytes * 1e6);
}

// The time of one message of one pair. The rate has more digits than the bandwidth, but it can be left out.
double SecondsOfRate(const OsuLine& row, std::int64_t pairs, const std::string& name, const TextLine& line) {
  if (pairs < 1) {
    throw UsageError("{}, line {}: a message rate, and no line '# [ pairs: N ]' above it", name, line.number);
  }
  const bool rated = row.numbers.size() > 1;
  if (rated && row.numbers[1] <= 0) throw UsageError("{}, line {}: a message rate of zero", name, line.number);
  const double of_all = rated ? 1 / row.numbers[1] : SecondsOfBandwidth(row.bytes, row.numbers[0], name, line);
  return of_all * static_cast<double>(pairs);
}

// The value behind a name in a comment: "window size: 64 ]" has 64 of "window size:".
std::optional<std::string> CommentValue(const TextLine& line, const std::string& name) {
  const auto at = line.text.find(name);
  if (!line.text.starts_with('#') || at == std::string::npos) return std::nullopt;
  std::vector<std::string> words = ForeignWords(line.text.substr(at + name.size()));
  if (words.empty()) return std::nullopt;
  if (words[0].ends_with('.')) words[0].pop_back();
  return words[0];
}

class OsuReader {
 public:
  explicit OsuReader(const std::string& name) : name_(name) {}

  void Read(const TextLine& line) {
    if (line.text.starts_with(kOsu)) Begin(TitleOfOsu(line.text));
    if (const auto pairs = PairsIn(line, name_)) pairs_ = *pairs;
    if (const auto window = CommentValue(line, "window size:")) window_ = *window;
    if (const auto datatype = CommentValue(line, "Datatype:")) datatype_ = *datatype;
    const std::vector<std::string> words = ForeignWords(line.text);
    if (benchmark_ && !words.empty() && IsNumeric(words[0])) Take(words, line);
  }

  ForeignOutput Result() { return std::move(output_); }

 private:
  void Begin(const std::string& title) {
    benchmark_ = FindOsu(title);
    pairs_ = 0;
    window_ = {};
    datatype_ = {};
    if (!benchmark_) AddOnce("OSU " + title, output_.left_out);
  }

  void Take(std::vector<std::string> words, const TextLine& line) {
    std::optional<Fault> fault;
    if (words.back() == "Fail") fault = Fault{FaultKind::kWrongData, -1, "the validation of OSU failed"};
    if (words.back() == "Fail" || words.back() == "Pass") words.pop_back();
    const bool sized = benchmark_->case_name != "barrier";
    if (sized && words.size() < 2) throw UsageError("{}, line {}: a size without a number", name_, line.number);
    OsuLine row;
    if (sized) row.bytes = ForeignCount(words[0], name_, line);
    for (std::size_t i = sized ? 1 : 0; i < words.size(); ++i) {
      row.numbers.push_back(ForeignNumber(words[i], name_, line));
    }
    const std::int64_t ranks = benchmark_->figure == OsuFigure::kRate ? ForeignProduct(2, pairs_, name_, line) : 0;
    ForeignResult result{benchmark_->case_name, benchmark_->family, row.bytes, ranks, Seconds(row, line), fault};
    if (datatype_) result.settings.push_back(*datatype_);
    if (window_) result.settings.push_back("window " + *window_);
    result.datatype = datatype_;
    output_.results.push_back(std::move(result));
  }

  double Seconds(const OsuLine& row, const TextLine& line) const {
    if (benchmark_->figure == OsuFigure::kBandwidth) return SecondsOfBandwidth(row.bytes, row.numbers[0], name_, line);
    if (benchmark_->figure == OsuFigure::kRate) return SecondsOfRate(row, pairs_, name_, line);
    return row.numbers[0] * 1e-6;
  }

  const std::string& name_;
  std::optional<OsuBenchmark> benchmark_;
  std::int64_t pairs_ = 0;  // of the table; 0: it did not say
  std::optional<std::string> window_;
  std::optional<std::string> datatype_;
  ForeignOutput output_;
};

}  // namespace

ForeignOutput ReadOsu(const std::string& text, const std::string& name) {
  OsuReader reader(name);
  for (const TextLine& line : ForeignLines(text)) reader.Read(line);
  return reader.Result();
}

}  // namespace mpigauge
