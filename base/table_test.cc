#include "base/table.h"

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

TEST(Table, AnyCellIsOneLineWithoutMarkup) {
  Table table({{"series", Table::Align::kLeft}});
  table.AddRow({"a\x1b[2J\nPASS"});
  table.AddRow({"<b> @team"});
  table.AddRow({"`x|<y>`"});
  EXPECT_EQ(table.Text(false), "series\na\\x1b[2J\\nPASS\n<b> @team\n`x|<y>`\n");
  EXPECT_EQ(table.Markdown(), "| series |\n|---|\n| a\\\\x1b[2J\\\\nPASS |\n| &lt;b> @<!-- -->team |\n| `x\\|<y>` |\n");
}

}  // namespace
}  // namespace mpigauge
