// write_examples FOLDER: a report of each example comparison, FOLDER/KIND.html, and the page that a server serves,
// FOLDER/web.html, for the tests in a browser.
#include <iostream>
#include <string>
#include <vector>

#include "base/file.h"
#include "dashboards/report/examples.h"
#include "dashboards/report/report.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_examples FOLDER\n";
    return 4;
  }
  std::vector<std::string> kinds = mpigauge::ExampleKinds();
  for (const std::string& kind : mpigauge::LargeExampleKinds()) kinds.push_back(kind);
  for (const std::string& kind : kinds) {
    const std::string html = mpigauge::PageHtml(mpigauge::ExampleData(kind));
    mpigauge::WriteFileAtomically(std::filesystem::path(argv[1]) / (kind + ".html"), html);
  }
  mpigauge::WriteFileAtomically(std::filesystem::path(argv[1]) / "web.html", mpigauge::PageHtml({{"kind", "web"}}));
}
