// Where the sources of real programs come from: apt's entries for binary packages become those for sources.
#include "strategies/packages.h"

#include <gtest/gtest.h>

namespace espalier::bench {
namespace {

TEST(SourceEntries, NamesSourcePackagesOfTheSameArchive) {
  EXPECT_EQ(source_entries("deb http://deb.debian.org/debian bookworm main\n"
                           "deb [signed-by=/k.gpg] https://other.example stable main\n"),
            "deb-src http://deb.debian.org/debian bookworm main\n"
            "deb-src [signed-by=/k.gpg] https://other.example stable main\n");
}

TEST(SourceEntries, LeavesSourcePackagesAndCommentsAlone) {
  const std::string entries =
      "# deb http://old.example sid main\ndeb-src http://deb.debian.org/debian sid main\n";
  EXPECT_EQ(source_entries(entries), entries);
}

TEST(SourceEntries, KnowsStanzas) {
  EXPECT_EQ(source_entries("Types: deb\nURIs: http://deb.debian.org/debian\nSuites: bookworm\n\n"
                           "Types: deb deb-src\nURIs: http://security.debian.org\n"),
            "Types: deb-src\nURIs: http://deb.debian.org/debian\nSuites: bookworm\n\n"
            "Types: deb-src\nURIs: http://security.debian.org\n");
}

}  // namespace
}  // namespace espalier::bench
