#pragma once

#include <functional>
#include <string>

#include "dashboards/server/http_server.h"

namespace mpigauge {

// The pages of the server: /metrics, whose text `metrics` makes; and, if there is a page, the page and its requests to
// the store. At most a few requests at once read the store, the others wait for their turn.
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
