#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "dashboards/server/http_server.h"

namespace mpigauge {

// An error that a request is answered with.
class HttpError : public std::runtime_error {
 public:
  HttpError(int status, const std::string& text) : std::runtime_error(text), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

// The one value of a parameter. Throws HttpError (400).
std::string OneOf(const HttpRequest& request, const std::string& name);

// All its values, at most `most` of them and at least one. Throws HttpError (400).
std::vector<std::string> SomeOf(const HttpRequest& request, const std::string& name, std::size_t most);

// The part of the server that the page asks: "api/runs", "api/compare?baseline=..&candidate=.." and so on, as JSON
// (docs/use/serve.md lists them). The store is opened afresh, to read, for each request: others may write to it, move
// it or bring it up to date meanwhile. Statuses: 400 what is asked makes no sense; 404 no such address, run, gate or
// series, with what there is; 422 two sides that cannot be compared; 503 the store cannot be read now. An error is
// {"error": text}.
HttpAnswer AnswerApi(const std::string& store_name, std::string_view route, const HttpRequest& request);

// An error as the page expects it.
HttpAnswer ApiError(int status, const std::string& text);

}  // namespace mpigauge
