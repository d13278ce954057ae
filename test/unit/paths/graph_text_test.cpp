#include "paths/graph_text.h"

#include <gtest/gtest.h>

#include "base/result.h"

namespace espalier::paths {
namespace {

/// "A>B*2 ..." for comparison.
std::string in_short(const NamedGraph& graph) {
  std::string text;
  for (const Edge& edge : graph.edges)
    text += (text.empty() ? "" : " ") + graph.names[edge.from] + ">" + graph.names[edge.to] +
            (edge.weight == 1 ? "" : "*" + std::to_string(edge.weight));
  return text;
}

std::string dot(std::string_view text) { return in_short(parse_graph(text, "g.dot")); }
std::string list(std::string_view text) { return in_short(parse_graph(text, "g.txt")); }

std::string complaint(std::string_view text, const std::string& file = "g.dot") {
  try {
    (void)parse_graph(text, file);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Dot, ReadsChainsSubgraphsPortsAndAttributes) {
  EXPECT_EQ(dot("digraph { a -> b -> c; a -> c }"), "a>b b>c a>c");
  EXPECT_EQ(dot("digraph g { a -> {b c} -> d [color=red] x=y; node [shape=box]; e }"), "a>b a>c b>d c>d");
  EXPECT_EQ(dot("digraph { subgraph s { a b } -> c:n:w }"), "a>c b>c");
  EXPECT_EQ(dot("DiGraph { \"a b\" -> \"c\\\"d\" -> \"e\" + \"f\" -> <g<h>> -> -1.5 }"),
            "a b>c\"d c\"d>ef ef><g<h>> <g<h>>>-1.5");
  EXPECT_EQ(dot("/* c */ digraph { // x\n# y\n a->b->a }"), "a>b b>a");
}

TEST(Dot, KeepsParallelEdgesUnlessTheGraphIsStrict) {
  EXPECT_EQ(dot("digraph { a -> b a -> b }"), "a>b a>b");
  EXPECT_EQ(dot("strict digraph { a -> b a -> b }"), "a>b");
}

TEST(Dot, UndirectedEdgesLeadBothWays) { EXPECT_EQ(dot("graph { a -- b b -- b }"), "a>b b>a b>b"); }

TEST(Dot, DefaultsOfASubgraphEndWithIt) {
  EXPECT_EQ(
      dot("digraph { edge [weight=3]; a -> b; { edge [weight=\"5\"] b -> c } c -> d; d -> e [weight=0] }"),
      "a>b*3 b>c*5 c>d*3 d>e*0");
}

TEST(Dot, ComplaintsNameTheLineAndWhatToDo) {
  EXPECT_EQ(complaint("digraph {\n a -> ;\n}"),
            "g.dot:2: expected a vertex or a subgraph instead of ';'; see the DOT language");
  EXPECT_EQ(complaint("digraph {\n a -> b\n"),
            "g.dot:3: expected '}' instead of the end of the file; close the graph");
  EXPECT_EQ(complaint("digraph {\n a -- b\n}"),
            "g.dot:2: expected '->' in a digraph; write -> or start with graph");
  EXPECT_EQ(complaint("a b"), "g.dot:1: expected 'digraph' instead of 'a'; start with digraph {");
  EXPECT_NE(complaint("digraph { \"a"), "");
  EXPECT_NE(complaint("digraph { a [weight=-1] }"), "");
  EXPECT_NE(complaint("digraph { a } b"), "");
  EXPECT_NE(complaint("digraph " + std::string(100'000, '{')), "");
  EXPECT_NE(complaint("digraph { a -> $ }"), "");
}

TEST(EdgeList, ReadsNamesWeightsAndComments) {
  EXPECT_EQ(list("a b\nb c 7 # seven\n\n# nothing\nc, d, 2\nd -> a\n"), "a>b b>c*7 c>d*2 d>a");
  EXPECT_EQ(list(""), "");
}

TEST(EdgeList, DecimalWeightsBecomeWholeTogether) {
  const NamedGraph graph = parse_graph("a b 0.5\nb c\nc d 0.250", "g");
  EXPECT_EQ(in_short(graph), "a>b*50 b>c*100 c>d*25");
  EXPECT_EQ(graph.weight_unit, 100u);
}

TEST(EdgeList, ComplaintsNameTheLineAndWhatToDo) {
  EXPECT_EQ(complaint("a b\na\n", "g"), "g:2: one word instead of an edge; write FROM TO, or FROM TO WEIGHT");
  EXPECT_EQ(complaint("a b much\n", "g"), "g:1: 'much' is no weight; write a number such as 3 or 0.25");
  EXPECT_NE(complaint("a b 99999999999999999999\n", "g"), "");
  EXPECT_NE(complaint("a b 0.0000000001\nb c 10000000000\n", "g"), "");
}

}  // namespace
}  // namespace espalier::paths
