#include "dashboards/metrics/deliver.h"

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>
#include <prometheus/text_serializer.h>

#include <memory>
#include <sstream>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

class FromSource : public prometheus::Collectable {
 public:
  explicit FromSource(MetricSource source) : source_(std::move(source)) {}
  std::vector<prometheus::MetricFamily> Collect() const override { return source_(); }

 private:
  MetricSource source_;
};

// prometheus-cpp writes help as it is; a backslash or a newline in it would make the whole scrape invalid.
std::string EscapedHelp(const std::string& help) {
  std::string escaped;
  for (const char letter : help) {
    if (letter == '\\') escaped += "\\\\";
    if (letter == '\n') escaped += "\\n";
    if (letter != '\\' && letter != '\n') escaped += letter;
  }
  return escaped;
}

}  // namespace

std::string MetricsText(std::vector<prometheus::MetricFamily> families) {
  for (prometheus::MetricFamily& family : families) family.help = EscapedHelp(family.help);
  std::ostringstream text;
  prometheus::TextSerializer().Serialize(text, families);
  return text.str();
}

void ServeMetrics(const std::string& address, const MetricSource& source, const std::function<void(int port)>& started,
                  const std::function<void()>& wait) {
  const auto collectable = std::make_shared<FromSource>(source);
  std::unique_ptr<prometheus::Exposer> exposer;
  try {
    exposer = std::make_unique<prometheus::Exposer>(address);
  } catch (const std::exception& error) {
    throw NotMeasured("{}: cannot listen there ({}); is the port taken, or the address not of this host?", address,
                      error.what());
  }
  exposer->RegisterCollectable(collectable);
  started(exposer->GetListeningPorts().at(0));
  wait();
}

}  // namespace mpigauge
