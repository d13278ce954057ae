// Reads what sanitizers print.
//
// The programs run with symbolize=0, so that no process waits for a symbolizer of its own: frames are
// "#1 0x55d0c1 (/path/program+0x1234)", and one call translates all of them later.
#include <array>
#include <cctype>
#include <charconv>
#include <sstream>
#include <string_view>

#include "suite/verify/sanitize.h"

namespace espalier::suite {
namespace {

struct Word {
  std::string_view sign;  ///< part of the tool's text
  const char* kind;  ///< empty: no finding
};

// In this order: the first that fits.
constexpr std::array kAddressWords = {
    Word{"stack-overflow", ""},
    Word{"allocation-size-too-big", ""},
    Word{"out-of-memory", ""},
    Word{"calloc-overflow", ""},
    Word{"heap-use-after-free", "use after free"},
    Word{"stack-use-after-return", "use after return"},
    Word{"stack-use-after-scope", "use after scope"},
    Word{"double-free", "double free"},
    Word{"attempting free on address which was not", "invalid free"},
    Word{"bad-free", "invalid free"},
    Word{"param-overlap", "overlapping copy"},
    Word{"overflow", "out of bounds"},
    Word{"underflow", "out of bounds"},
    Word{"negative-size-param", "out of bounds"},
    Word{"unknown-crash", "out of bounds"},
    Word{"SEGV on unknown address 0x00000000", "null dereference (segmentation fault)"},
    Word{"SEGV", "segmentation fault"},
    Word{"FPE", "division by zero"},
    Word{"ILL", "illegal instruction"},
    Word{"BUS", "bus error"},
    Word{"", "memory error"},
};

constexpr std::array kUndefinedWords = {
    Word{"signed integer overflow", "signed overflow"},
    Word{"division of", "division overflow"},
    Word{"negation of", "signed overflow"},
    Word{"shift exponent", "bad shift"},
    Word{"division by zero", "division by zero"},
    Word{"out of bounds for type", "out of bounds"},
    Word{"variable length array", "bad array size"},
    Word{"unreachable program point", "unreachable code reached"},
    Word{"passing zero to", "undefined argument"},
    Word{"", "undefined behaviour"},
};

template <std::size_t N>
std::string kind_in(const std::array<Word, N>& words, std::string_view text) {
  for (const auto& word : words)
    if (text.find(word.sign) != std::string_view::npos) return word.kind;
  return {};
}

// "... on address 0x602000000014 at pc 0x... bp 0x... sp 0x... T0)": the numbers tell nobody anything.
std::string without_registers(const std::string& text) {
  auto end = text.size();
  for (const char* sign :
       {" on address ", " (pc ", " at pc ", " on unknown address", ": memory ranges", " in 0x"})
    end = std::min(end, text.find(sign));
  return text.substr(0, end);
}

/// The offset of a frame in `binary`, or nothing for other lines and other modules.
struct FrameLine {
  unsigned number = 0;
  std::optional<std::uint64_t> offset;
};
std::optional<FrameLine> parse_frame(std::string_view line, const std::string& binary) {
  const auto start = line.find_first_not_of(' ');
  if (start == std::string_view::npos || line[start] != '#') return std::nullopt;
  FrameLine frame;
  const auto* end = line.data() + line.size();
  const auto [rest, error] = std::from_chars(line.data() + start + 1, end, frame.number);
  if (error != std::errc{} || rest == end || *rest != ' ') return std::nullopt;
  const auto module = line.find("(" + binary + "+0x");
  if (module == std::string_view::npos) return frame;
  std::uint64_t offset = 0;
  std::from_chars(line.data() + module + binary.size() + 4, end, offset, 16);
  frame.offset = offset;
  return frame;
}

class Reader {
 public:
  explicit Reader(const std::string& binary) : binary_(binary) {}

  void line(const std::string& text) {
    constexpr std::string_view test = "ESPALIER TEST ", address = "ERROR: AddressSanitizer: ",
                               memory = "WARNING: MemorySanitizer: ", undefined = ": runtime error: ";
    if (text.starts_with(test)) {
      test_ = text.substr(test.size());
      open_ = false;
    } else if (const auto at = text.find(address); at != std::string::npos) {
      const auto what = text.substr(at + address.size());
      start({"AddressSanitizer", test_, kind_in(kAddressWords, what), without_registers(what)});
    } else if (const auto at2 = text.find(memory); at2 != std::string::npos) {
      start({"MemorySanitizer", test_, "uninitialised use", text.substr(at2 + memory.size())});
    } else if (const auto at3 = text.find(undefined); at3 != std::string::npos) {
      const auto what = text.substr(at3 + undefined.size());
      start({"UndefinedBehaviorSanitizer", test_, kind_in(kUndefinedWords, what), what,
             text.substr(0, text.rfind(':', at3 - 1))});
    } else if (const auto frame = parse_frame(text, binary_); frame && open_) {
      // A second stack tells where the memory came from.
      if (frame->number == 0 && seen_frames_++ > 0) open_ = false;
      if (open_ && frame->offset) reports_.back().counters.push_back(*frame->offset);
    }
  }

  std::vector<Report> take() { return std::move(reports_); }

 private:
  void start(Report report) {
    open_ = !report.kind.empty() && !report.test.empty();
    seen_frames_ = 0;
    if (open_) reports_.push_back(std::move(report));
  }

  const std::string& binary_;
  std::string test_;
  bool open_ = false;  ///< frames belong to the last report
  int seen_frames_ = 0;  ///< how many stacks have begun
  std::vector<Report> reports_;
};

}  // namespace

std::vector<Report> read_reports(const std::string& printed, const std::string& binary) {
  Reader reader(binary);
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) reader.line(line);
  return reader.take();
}

}  // namespace espalier::suite
