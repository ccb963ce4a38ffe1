#include "dashboards/server/request_target.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using Query = std::multimap<std::string, std::string>;

TEST(RequestTarget, APathAndAQueryAreDecoded) {
  const auto target = ParseRequestTarget("/api/a%2Fb+c?series=x%3a1+y&series=%C3%A9&empty=&flag&&x=a=b");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->authority, std::nullopt);
  EXPECT_EQ(target->path, "/api/a/b+c");
  EXPECT_EQ(target->query,
            (Query{{"series", "x:1 y"}, {"series", "\xC3\xA9"}, {"empty", ""}, {"flag", ""}, {"x", "a=b"}}));
}

TEST(RequestTarget, TheAbsoluteFormNamesItsHost) {
  for (const char* text : {"http://host:80/api?x=1", "HTTPS://host:80/api?x=1"}) {
    const auto target = ParseRequestTarget(text);
    ASSERT_TRUE(target) << text;
    EXPECT_EQ(target->authority, "host:80");
    EXPECT_EQ(target->path, "/api");
    EXPECT_EQ(target->query, (Query{{"x", "1"}}));
  }
  EXPECT_EQ(ParseRequestTarget("http://host")->path, "/");
  EXPECT_EQ(ParseRequestTarget("http://host?x=1")->query, (Query{{"x", "1"}}));
}

TEST(RequestTarget, OtherFormsAndBrokenEscapesAreRefused) {
  for (const char* text : {"", "*", "host:80", "api", "http://", "http:///api", "ftp://host/", "/%", "/%2", "/%zz",
                           "/%+1", "/?%0g=1", "/?x=%", "/a#b"}) {
    EXPECT_FALSE(ParseRequestTarget(text)) << text;
  }
}

}  // namespace
}  // namespace mpigauge
