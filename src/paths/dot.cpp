// Reads the DOT language as its grammar is published: https://graphviz.org/doc/info/lang.html
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/result.h"
#include "paths/graph_text.h"

namespace espalier::paths {
namespace {

struct Token {
  enum class Kind { Name, Keyword, Sign, End };
  Kind kind = Kind::End;
  std::string text{};  ///< a keyword in lower case; a sign: one of { } [ ] ; , = : + -> --
};

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) { next(); }

  [[nodiscard]] const Token& now() const { return now_; }
  [[nodiscard]] bool is(std::string_view sign) const {
    return (now_.kind == Token::Kind::Sign || now_.kind == Token::Kind::Keyword) && now_.text == sign;
  }
  bool accept(std::string_view sign) {
    if (!is(sign)) return false;
    next();
    return true;
  }
  void expect(std::string_view sign, std::string_view where) {
    if (!accept(sign))
      fail(fmt::format("'{}' {} instead of {}", sign, where, in_words()), "see the DOT language");
  }
  Token take() {
    Token token = std::move(now_);
    next();
    return token;
  }
  [[nodiscard]] std::string in_words() const {
    return now_.kind == Token::Kind::End ? "the end of the file" : "'" + now_.text + "'";
  }
  [[noreturn]] void fail(const std::string& expected, const std::string& advice) const {
    throw UserError(ExitCode::Usage, fmt::format("{}:{}: expected {}; {}", file_, line_, expected, advice));
  }

 private:
  [[nodiscard]] char at(std::size_t ahead = 0) const {
    return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0';
  }
  void step() {
    if (at() == '\n') ++line_;
    ++place_;
  }
  void skip_until(std::string_view end, std::string_view what) {
    while (!text_.substr(place_).starts_with(end)) {
      if (place_ >= text_.size())
        fail(fmt::format("the end of {}", what), fmt::format("close it with {}", end));
      step();
    }
    place_ += end.size();
  }
  void skip_space() {
    for (;;) {
      if (std::isspace(static_cast<unsigned char>(at())) != 0) {
        step();
      } else if (at() == '/' && at(1) == '*') {
        skip_until("*/", "a comment");
      } else if ((at() == '/' && at(1) == '/') ||
                 (at() == '#' && (place_ == 0 || text_[place_ - 1] == '\n'))) {
        while (place_ < text_.size() && at() != '\n') step();
      } else {
        return;
      }
    }
  }
  static bool in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  }

  void next() {
    skip_space();
    if (place_ >= text_.size()) {
      now_ = {.kind = Token::Kind::End};
    } else if (at() == '"') {
      now_ = {.kind = Token::Kind::Name, .text = quoted()};
    } else if (at() == '<') {
      now_ = {.kind = Token::Kind::Name, .text = html()};
    } else if (at() == '-' && (at(1) == '>' || at(1) == '-')) {
      now_ = {.kind = Token::Kind::Sign, .text = std::string(text_.substr(place_, 2))};
      place_ += 2;
    } else if (std::string_view("{}[];,=:+").find(at()) != std::string_view::npos) {
      now_ = {.kind = Token::Kind::Sign, .text = std::string(1, at())};
      ++place_;
    } else {
      now_ = word();
    }
  }

  /// In quotes only \" and a backslash before the end of a line mean something to the language.
  std::string quoted() {
    std::string text;
    ++place_;
    while (at() != '"') {
      if (place_ >= text_.size()) fail("the end of a text in quotes", "close it with \"");
      if (at() == '\\' && at(1) == '\n') {
        step();
      } else {
        if (at() == '\\' && at(1) == '"') step();
        text += at();
      }
      step();
    }
    ++place_;
    return text;
  }
  std::string html() {
    const std::size_t start = place_;
    int open = 0;
    do {
      if (place_ >= text_.size()) fail("the end of a text in <...>", "close it with >");
      open += at() == '<' ? 1 : at() == '>' ? -1 : 0;
      step();
    } while (open > 0);
    return std::string(text_.substr(start, place_ - start));
  }
  Token word() {
    std::string text;
    const bool number = at() == '-' || at() == '.' || std::isdigit(static_cast<unsigned char>(at())) != 0;
    if (at() == '-') {
      text += '-';
      ++place_;
    }
    for (; number ? at() == '.' || in_name(at()) : in_name(at()); ++place_) text += at();
    if (text.empty() || text == "-") {
      const std::string found(1, at());
      fail(fmt::format("a name instead of '{}'", found), "put names with other signs in quotes");
    }
    std::string lower = text;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    static const std::set<std::string> keywords{"node", "edge", "graph", "digraph", "subgraph", "strict"};
    if (keywords.contains(lower)) return {.kind = Token::Kind::Keyword, .text = lower};
    return {.kind = Token::Kind::Name, .text = text};
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t place_ = 0;
  std::size_t line_ = 1;
  Token now_;
};

class DotReader {
 public:
  DotReader(std::string_view text, const std::string& file) : lexer_(text, file), file_(file) {}

  NamedGraph read() {
    strict_ = lexer_.accept("strict");
    directed_ = lexer_.is("digraph");
    if (!lexer_.accept("digraph") && !lexer_.accept("graph"))
      lexer_.fail(fmt::format("'digraph' instead of {}", lexer_.in_words()), "start with digraph {");
    if (lexer_.now().kind == Token::Kind::Name) lexer_.take();
    lexer_.expect("{", "after the graph's name");
    statements({});
    lexer_.expect("}", "at the end of the graph");
    if (lexer_.now().kind != Token::Kind::End)
      lexer_.fail(fmt::format("nothing more after the graph instead of {}", lexer_.in_words()),
                  "give one graph to a file");
    if (!set_weights(graph_, weights_))
      throw UserError(ExitCode::Usage,
                      fmt::format("{}: the weights differ by too much; use fewer digits", file_));
    return std::move(graph_);
  }

 private:
  using Vertices = std::vector<Vertex>;

  /// Up to the closing brace; defaults of a subgraph end with it.  All vertices that it mentions.
  Vertices statements(Decimal default_weight) {
    Vertices mentioned;
    while (!lexer_.is("}")) {
      if (lexer_.now().kind == Token::Kind::End)
        lexer_.fail("'}' instead of the end of the file", "close the graph");
      if (lexer_.accept(";")) continue;
      if (lexer_.accept("edge")) {
        if (const auto weight = attributes()) default_weight = *weight;
      } else if (lexer_.accept("node") || lexer_.accept("graph")) {
        attributes();
      } else {
        const Vertices vertices = statement(default_weight);
        mentioned.insert(mentioned.end(), vertices.begin(), vertices.end());
      }
    }
    return mentioned;
  }

  /// a; a = b; a -> b -> {c d} [weight=2]
  Vertices statement(Decimal default_weight) {
    std::vector<Vertices> chain;
    if (lexer_.now().kind == Token::Kind::Name) {
      const std::string name = name_of();
      if (lexer_.accept("=")) {
        name_of();
        return {};
      }
      chain.push_back({vertex(name)});
    } else {
      chain.push_back(subgraph(default_weight));
    }
    while (lexer_.is("->") || lexer_.is("--")) {
      if (lexer_.is("->") != directed_)
        lexer_.fail(directed_ ? "'->' in a digraph" : "'--' in a graph",
                    directed_ ? "write -> or start with graph" : "write -- or start with digraph");
      lexer_.take();
      chain.push_back(lexer_.now().kind == Token::Kind::Name ? Vertices{vertex(name_of())}
                                                             : subgraph(default_weight));
    }
    const Decimal weight = attributes().value_or(default_weight);
    Vertices all;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      all.insert(all.end(), chain[i].begin(), chain[i].end());
      if (i == 0) continue;
      for (const Vertex from : chain[i - 1])
        for (const Vertex to : chain[i]) connect(from, to, weight);
    }
    return all;
  }

  void connect(Vertex from, Vertex to, Decimal weight) {
    add_edge(from, to, weight);
    if (!directed_ && from != to) add_edge(to, from, weight);
  }
  void add_edge(Vertex from, Vertex to, Decimal weight) {
    if (strict_ && !joined_.insert({from, to}).second) return;
    graph_.edges.push_back({.from = from, .to = to});
    weights_.push_back(weight);
  }

  Vertices subgraph(Decimal default_weight) {
    if (lexer_.accept("subgraph")) {
      if (lexer_.now().kind == Token::Kind::Name) lexer_.take();
    } else if (!lexer_.is("{")) {
      lexer_.fail(fmt::format("a vertex or a subgraph instead of {}", lexer_.in_words()),
                  "see the DOT language");
    }
    lexer_.expect("{", "at the start of a subgraph");
    constexpr int too_deep = 1'000;  // for the stack of this reader
    if (++depth_ > too_deep) lexer_.fail("fewer subgraphs within each other", "take some apart");
    Vertices inside = statements(default_weight);
    --depth_;
    lexer_.expect("}", "at the end of a subgraph");
    std::ranges::sort(inside);
    inside.erase(std::ranges::unique(inside).begin(), inside.end());
    return inside;
  }

  /// A vertex may name a port; that is about drawing pictures.
  Vertex vertex(const std::string& name) {
    for (int i = 0; i < 2 && lexer_.accept(":"); ++i) name_of();
    return graph_.add(name);
  }

  std::string name_of() {
    if (lexer_.now().kind != Token::Kind::Name)
      lexer_.fail(fmt::format("a name instead of {}", lexer_.in_words()), "put keywords and signs in quotes");
    std::string name = lexer_.take().text;
    while (lexer_.accept("+")) name += name_of();
    return name;
  }

  /// [a=b, c=d] [...]; the weight, if there is one.
  std::optional<Decimal> attributes() {
    std::optional<Decimal> weight;
    while (lexer_.accept("[")) {
      while (!lexer_.accept("]")) {
        const std::string name = name_of();
        std::string value;
        if (lexer_.accept("=")) value = name_of();
        if (name == "weight") {
          weight = parse_decimal(value);
          if (!weight)
            lexer_.fail(fmt::format("a weight instead of '{}'", value), "write a number such as 3 or 0.25");
        }
        if (!lexer_.accept(",")) lexer_.accept(";");
      }
    }
    return weight;
  }

  Lexer lexer_;
  const std::string& file_;
  bool strict_ = false;
  bool directed_ = true;
  int depth_ = 0;
  NamedGraph graph_;
  std::vector<Decimal> weights_;
  std::set<std::pair<Vertex, Vertex>> joined_;  // of a strict graph
};

}  // namespace

NamedGraph parse_dot(std::string_view text, const std::string& file) { return DotReader(text, file).read(); }

}  // namespace espalier::paths
