#include "dashboards/report/html.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

TEST(Html, TextIsEscaped) {
  EXPECT_EQ(EscapeHtml("a < b & \"c\" > 'd'"), "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
}

TEST(Html, JsonCannotEndItsScriptElement) {
  const Json value = {{"</script><!--", "\xe2\x80\xa8 \xc3\xa4 \xff"}};
  const std::string text = ScriptJson(value);
  EXPECT_EQ(text, R"({"\u003c/script>\u003c!--":"\u2028 \u00e4 \ufffd"})");
  EXPECT_EQ(Json::parse(text).begin().key(), "</script><!--");
}

TEST(Html, MarkersAreFilledOnce) {
  const std::map<std::string, std::string, std::less<>> values = {{"A", "{{B}}"}, {"B", "b"}};
  EXPECT_EQ(FillTemplate("{{A}} {{B}}{{B}} {{C}} {{{A}}} {{ {{B}", values), "{{B}} bb {{C}} {{{B}}} {{ {{B}");
  EXPECT_EQ(FillTemplate("{{", values), "{{");
  EXPECT_EQ(FillTemplate("", values), "");
}

}  // namespace
}  // namespace mpigauge
