#pragma once

#include <string>

#include "base/error.h"
#include "base/json.h"
#include "ci/bisect/builds.h"
#include "ci/bisect/search.h"

namespace mpigauge {

// The result of a bisection, for people and for programs.
class BisectResult {
 public:
  BisectResult(const BisectSearch& search, const Commits& commits, const Builds& builds);

  // Pass: one commit is named. Fail: the bad end is not slower. Inconclusive: neither, or several commits that cannot
  // be told apart.
  ExitCode exit_code() const;
  std::string Text() const;
  Json ToJson() const;

 private:
  std::string Word() const;
  std::string Conclusion() const;
  std::string Evidence() const;
  std::string Skipped() const;
  std::string Named(std::size_t commit) const;
  Json CommitJson(std::size_t commit) const;

  const BisectSearch& search_;
  const Commits& commits_;
  const Builds& builds_;
  BisectStep step_;
  BisectAnswer answer_;  // where the ends differ
};

}  // namespace mpigauge
