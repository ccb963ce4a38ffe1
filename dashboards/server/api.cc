#include "dashboards/server/api.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "base/error.h"
#include "base/json.h"
#include "base/plural.h"
#include "baselines/named/stored_side.h"
#include "baselines/store/store.h"
#include "baselines/verdict/decide.h"
#include "dashboards/data/gate_view.h"
#include "dashboards/data/history.h"
#include "dashboards/data/libraries.h"
#include "dashboards/data/lists.h"
#include "dashboards/data/overview.h"
#include "dashboards/data/run_view.h"

namespace mpigauge {
namespace {

// Throws HttpError (400) where the request has a parameter that is not among these.
void CheckParameters(const HttpRequest& request, const std::set<std::string>& known) {
  for (const auto& [name, value] : request.query) {
    if (known.contains(name)) continue;
    throw HttpError(400, known.empty()
                             ? "no parameter is known here"
                             : fmt::format("unknown parameter '{}'; there are {}", name, fmt::join(known, ", ")));
  }
}

}  // namespace

std::string OneOf(const HttpRequest& request, const std::string& name) { return SomeOf(request, name, 1)[0]; }

std::vector<std::string> SomeOf(const HttpRequest& request, const std::string& name, std::size_t most) {
  std::vector<std::string> values;
  const auto [begin, end] = request.query.equal_range(name);
  for (auto one = begin; one != end; ++one) values.push_back(one->second);
  if (values.empty()) throw HttpError(400, fmt::format("{}=... is missing", name));
  if (values.size() > most)
    throw HttpError(400, fmt::format("{}=... is given more than {}", name, Counted(most, "time")));
  return values;
}

namespace {

constexpr double kWriterSeconds = 5;       // that another process may keep the store for itself
constexpr std::int64_t kGates = 200;       // that are listed
constexpr std::size_t kSeriesAtOnce = 20;  // of one history
constexpr std::size_t kLongestError = 2000;

// Returns what is asked for by name; the address leads nowhere if there is no such name.
template <typename Find>
auto Found(Find find) -> decltype(find()) {
  try {
    return find();
  } catch (const Error& error) {
    if (error.code() == ExitCode::kUsage) throw HttpError(404, error.what());
    throw;
  }
}

std::string NewestRuns(Store& store) {
  constexpr std::size_t kMost = 5;
  std::string text;
  const std::vector<Run> runs = store.runs().All();
  for (std::size_t i = 0; i < std::min(kMost, runs.size()); ++i) {
    text += fmt::format("\n  {}  {}  {}", runs[i].run_id, runs[i].started_at, runs[i].library);
  }
  return text.empty() ? "; there is none yet" : "; the newest are" + text;
}

// A baseline or a run of the store, and nothing else: the command line takes files too.
Side FindStored(Store& store, const std::string& reference) {
  try {
    if (auto side = BaselineSide(store, reference, LaunchDetail::kObservations)) return *std::move(side);
    return RunSide(store, reference, LaunchDetail::kObservations);
  } catch (const Error& error) {
    if (error.code() != ExitCode::kUsage) throw;
    throw HttpError(404, error.what() + NewestRuns(store));
  }
}

Json AnswerCompare(Store& store, const HttpRequest& request) {
  const std::string baseline_name = OneOf(request, "baseline");
  const std::string candidate_name = OneOf(request, "candidate");
  const Side baseline = FindStored(store, baseline_name);
  const Side candidate = FindStored(store, candidate_name);
  try {
    Comparison comparison = CompareAndDecide(baseline, candidate, {});
    return ToJson(ViewOfSides(&store, std::move(comparison), baseline, candidate, baseline_name, candidate_name));
  } catch (const Error& error) {
    if (error.code() != ExitCode::kUsage) throw;
    throw HttpError(422, error.what());
  }
}

Json AnswerGate(Store& store, const HttpRequest& request) {
  const std::string id = OneOf(request, "id");
  return ToJson(ViewOfGate(store, Found([&] { return FindGate(store, id); })));
}

Json AnswerRun(Store& store, const HttpRequest& request) {
  const std::string id = OneOf(request, "id");
  return RunViewJson(store, Found([&] { return store.runs().Find(id); }));
}

Json AnswerHistory(Store& store, const HttpRequest& request) {
  const auto names = SomeOf(request, "series", kSeriesAtOnce);
  return Found([&] { return SeriesHistoryJson(store, names); });
}

struct Route {
  std::string_view name;
  std::set<std::string> parameters;
  std::function<Json(Store&, const HttpRequest&)> answer;
};

const std::array<Route, 11>& Routes() {
  static const std::array<Route, 11> kRoutes = {{
      {"runs",
       {},
       [](Store& store, const HttpRequest&) -> Json {
         return {{"runs", ServedRunsJson(store)}};
       }},
      {"gates",
       {},
       [](Store& store, const HttpRequest&) -> Json {
         return {{"gates", GatesJson(store, kGates)}, {"standing", StandingJson(store)}};
       }},
      {"baselines",
       {},
       [](Store& store, const HttpRequest&) -> Json {
         return {{"baselines", BaselinesJson(store)}};
       }},
      {"series",
       {},
       [](Store& store, const HttpRequest&) -> Json {
         return {{"series", SeriesJson(store)}};
       }},
      {"calibrations", {}, [](Store& store, const HttpRequest&) { return CalibrationsJson(store); }},
      {"overview", {}, [](Store& store, const HttpRequest&) { return OverviewJson(store); }},
      {"libraries", {}, [](Store& store, const HttpRequest&) { return LibrariesJson(store); }},
      {"compare", {"baseline", "candidate"}, AnswerCompare},
      {"gate", {"id"}, AnswerGate},
      {"run", {"id"}, AnswerRun},
      {"history", {"series"}, AnswerHistory},
  }};
  return kRoutes;
}

HttpAnswer JsonAnswer(int status, const Json& json) {
  return {status, "application/json; charset=utf-8", JsonLine(json)};
}

Store OpenStore(const std::string& name) {
  try {
    return Store::Open(name, Store::Access::kRead, kWriterSeconds);
  } catch (const Error& error) {
    throw HttpError(503, error.what());  // it was there when the server was started
  }
}

Json Answer(const std::string& store_name, std::string_view name, const HttpRequest& request) {
  for (const Route& route : Routes()) {
    if (route.name != name) continue;
    CheckParameters(request, route.parameters);
    Store store = OpenStore(store_name);
    return route.answer(store, request);
  }
  throw HttpError(404, fmt::format("there is no page at {}", request.path));
}

}  // namespace

HttpAnswer ApiError(int status, const std::string& text) {
  const bool all = text.size() <= kLongestError;
  return JsonAnswer(status, {{"error", all ? text : text.substr(0, kLongestError) + " ..."}});
}

HttpAnswer AnswerApi(const std::string& store_name, std::string_view route, const HttpRequest& request) {
  try {
    return JsonAnswer(200, Answer(store_name, route, request));
  } catch (const HttpError& error) {
    return ApiError(error.status(), error.what());
  } catch (const Error& error) {
    return ApiError(503, error.what());  // locked, damaged, gone in the middle
  }
}

}  // namespace mpigauge
