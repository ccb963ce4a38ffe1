#pragma once

#include <functional>
#include <string>

#include "dashboards/server/http_server.h"

namespace mpigauge {

// What `mpigauge serve` shows: /metrics, whose text `metrics` makes, and, where `page` is not empty, the page and
// what it asks. At most a few requests at once look into the store, the others wait for their turn.
class Site {
 public:
  // `page`: its HTML, with a Content-Security-Policy in a meta element.
  Site(std::string store_name, std::function<std::string()> metrics, std::string page);

  HttpAnswer Answer(const HttpRequest& request) const;

 private:
  std::string store_name_;
  std::function<std::string()> metrics_;
  std::string page_;
  std::string policy_;  // of the page
};

}  // namespace mpigauge
