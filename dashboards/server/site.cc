#include "dashboards/server/site.h"

#include <fmt/format.h>

#include <chrono>
#include <semaphore>

#include "dashboards/server/api.h"

namespace mpigauge {
namespace {

constexpr std::ptrdiff_t kAtOnce = 4;
constexpr std::chrono::seconds kTurn(30);
constexpr std::string_view kApi = "/api/";

// A gauge with its needle, for the browser's tab.
constexpr std::string_view kIcon =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\" fill=\"none\" stroke=\"#0072b2\" "
    "stroke-width=\"2\" stroke-linecap=\"round\"><path d=\"M2 12a6 6 0 0 1 12 0M8 12l3-4\"/></svg>\n";

// The policy that the page's own meta element states; the header repeats it, as frame-ancestors counts only there.
std::string PolicyOf(const std::string& page) {
  constexpr std::string_view kMeta = "http-equiv=\"Content-Security-Policy\" content=\"";
  const auto begin = page.find(kMeta);
  if (begin == std::string::npos) return "";
  const auto end = page.find('"', begin + kMeta.size());
  return page.substr(begin + kMeta.size(), end - begin - kMeta.size());
}

}  // namespace

Site::Site(std::function<std::string()> metrics) : metrics_(std::move(metrics)) {}

Site::Site(std::function<std::string()> metrics, std::string store_name, std::string page)
    : metrics_(std::move(metrics)),
      store_name_(std::move(store_name)),
      page_(std::move(page)),
      policy_(PolicyOf(page_)) {}

HttpAnswer Site::Answer(const HttpRequest& request) const {
  const bool web = !page_.empty();
  if (web && (request.path == "/" || request.path == "/index.html")) {
    return {200, "text/html; charset=utf-8", page_, policy_};
  }
  if (web && request.path == "/favicon.svg") return {200, "image/svg+xml", std::string(kIcon)};
  if (request.path == "/favicon.ico") return {204, "image/x-icon", ""};  // browsers ask for it
  const bool api = web && request.path.starts_with(kApi);
  if (!api && request.path != "/metrics") {
    return ApiError(404, fmt::format("there is no page at {}; there is {}", request.path,
                                     web ? "/, /api/ and /metrics" : "/metrics"));
  }
  static std::counting_semaphore<> turns(kAtOnce);
  if (!turns.try_acquire_for(kTurn)) return ApiError(503, "too many requests at once; try again");
  struct Release {
    ~Release() { turns.release(); }
  } const release;
  if (api) return AnswerApi(store_name_, std::string_view(request.path).substr(kApi.size()), request);
  return {200, "text/plain; version=0.0.4; charset=utf-8", metrics_()};
}

}  // namespace mpigauge
