#pragma once

#include <functional>
#include <string>

namespace mpigauge {

struct ChildOutput {
  std::string text;
  bool whole = false;  // the child came to its end: it neither crashed nor hung
};

// Runs `work` in a child of this process, and returns what it writes to the file descriptor that it gets. The child is
// a copy that may crash, hang, load libraries or use up memory without any harm here. Its standard output and error go
// nowhere. A child that takes longer than `timeout_seconds` is ended. Nothing, and not whole, where no child can be
// made.
ChildOutput OutputOfChild(const std::function<void(int)>& work, double timeout_seconds);

}  // namespace mpigauge
