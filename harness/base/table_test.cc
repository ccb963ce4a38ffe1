#include "harness/base/table.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

Table Example() {
  Table table({{"series", Table::Align::kLeft}, {"ratio"}});
  table.AddRow({"allreduce", "+20.3%"}, Table::Color::kRed);
  table.AddRow({"a|b", "0"});
  return table;
}

TEST(Table, AlignsNamesLeftAndNumbersRight) {
  EXPECT_EQ(Example().Text(false),
            "series      ratio\n"
            "allreduce  +20.3%\n"
            "a|b             0\n");
}

TEST(Table, ColorsOnlyWhereAsked) {
  EXPECT_NE(Example().Text(true).find("\x1b[31mallreduce"), std::string::npos);
  EXPECT_EQ(Example().Text(false).find('\x1b'), std::string::npos);
}

TEST(Table, MarkdownEscapesBars) {
  EXPECT_EQ(Example().Markdown(), "| series | ratio |\n|---|---:|\n| allreduce | +20.3% |\n| a\\|b | 0 |\n");
}

}  // namespace
}  // namespace mpigauge
