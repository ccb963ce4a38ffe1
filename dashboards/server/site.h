#pragma once

#include <functional>
#include <string>

#include "dashboards/server/http_server.h"

namespace mpigauge {

// What is shown: /metrics, whose text `metrics` makes, and, where there is a page, that and what it asks of the store.
// At most a few requests at once look into the store, the others wait for their turn.
class Site {
 public:
  explicit Site(std::function<std::string()> metrics);
  // `page`: its HTML, with a Content-Security-Policy in a meta element.
  Site(std::function<std::string()> metrics, std::string store_name, std::string page);

  HttpAnswer Answer(const HttpRequest& request) const;

 private:
  std::function<std::string()> metrics_;
  std::string store_name_;
  std::string page_;    // empty: metrics alone
  std::string policy_;  // of the page
};

}  // namespace mpigauge
