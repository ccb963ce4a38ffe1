#include "dashboards/metrics/deliver.h"

#include <prometheus/collectable.h>
#include <prometheus/gateway.h>
#include <prometheus/text_serializer.h>

#include <memory>
#include <regex>
#include <sstream>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

class Collected : public prometheus::Collectable {
 public:
  explicit Collected(std::vector<prometheus::MetricFamily> families) : families_(std::move(families)) {}
  std::vector<prometheus::MetricFamily> Collect() const override { return families_; }

 private:
  std::vector<prometheus::MetricFamily> families_;
};

// prometheus-cpp does not escape grouping labels in the address.
void CheckGrouping(const std::map<std::string, std::string>& grouping) {
  static const std::regex kName("[a-zA-Z_][a-zA-Z0-9_]*");
  static const std::regex kValue("[A-Za-z0-9._~-]+");
  for (const auto& [name, value] : grouping) {
    if (!std::regex_match(name, kName)) throw UsageError("--grouping: '{}' is not a label name", name);
    if (!std::regex_match(value, kValue)) {
      throw UsageError("--grouping: the value '{}' of {} may hold only letters, digits, '.', '_', '~' and '-'", value,
                       name);
    }
  }
}

}  // namespace

std::string MetricsText(const std::vector<prometheus::MetricFamily>& families) {
  std::ostringstream text;
  prometheus::TextSerializer().Serialize(text, families);
  return text.str();
}

void PushMetrics(const std::string& url, const std::map<std::string, std::string>& grouping,
                 const std::vector<prometheus::MetricFamily>& families) {
  static const std::regex kUrl(R"(http://([^/:]+|\[[0-9a-fA-F:]+\]):([0-9]{1,5})/?)");
  std::smatch match;
  if (!std::regex_match(url, match, kUrl)) {
    throw UsageError("--push {}: write the address of a Pushgateway as http://host:port", url);
  }
  CheckGrouping(grouping);
  const auto collectable = std::make_shared<Collected>(families);
  prometheus::Gateway gateway(match[1], match[2], "mpigauge", grouping);
  gateway.RegisterCollectable(collectable);
  const int code = gateway.Push();
  if (code >= 200 && code < 300) return;
  if (code > 0) throw NotMeasured("{}: the Pushgateway answered {}", url, code);
  throw NotMeasured("{}: no Pushgateway answers there (curl code {}); is it running?", url, -code);
}

}  // namespace mpigauge
