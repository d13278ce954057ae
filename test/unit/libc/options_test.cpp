// getopt and its long forms against the real ones, call by call, over random command lines.
#include <getopt.h>

#include <string>
#include <vector>

#include "models.h"

extern "C" {
decltype(::getopt) esp_libc_getopt;
decltype(::getopt_long) esp_libc_getopt_long;
decltype(::getopt_long_only) esp_libc_getopt_long_only;
char* esp_libc_getenv(const char* name) { return std::getenv(name); }
}

namespace espalier::test {
namespace {

int by_flag = 0;
const option names[] = {{"all", no_argument, nullptr, 'a'},        {"alter", no_argument, nullptr, 'A'},
                        {"beta", required_argument, nullptr, 'b'}, {"bet", optional_argument, nullptr, 'B'},
                        {"gamma", no_argument, &by_flag, 7},       {"same", no_argument, nullptr, 's'},
                        {"sameness", no_argument, nullptr, 's'},   {nullptr, 0, nullptr, 0}};

using Words = std::vector<std::string>;

/// All that a caller can see, call by call.
template <class Next>
std::string told(Words words, const Next& next) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  optind = 0;
  opterr = 0;
  optopt = 0;
  by_flag = 0;
  std::string all;
  for (int calls = 0; calls < 20; ++calls) {
    int position = -1;
    const int answer = next(static_cast<int>(words.size()), arguments.data(), &position);
    all += std::to_string(answer) + " at " + std::to_string(optind) + " with " +
           (optarg != nullptr ? optarg : "-") + ", " + std::to_string(optopt) + ", " +
           std::to_string(position) + ", " + std::to_string(by_flag) + "\n";
    if (answer == -1) break;
  }
  for (const char* argument : arguments) all += argument != nullptr ? std::string(argument) + " " : "";
  return all;
}

Words command_line(Rng& rng) {
  static const Words pieces{"-a",        "-b",      "-bx",     "-ab",   "-c",      "-cx",   "--",
                            "-",         "word",    "--all",   "--al",  "--alt",   "--b=1", "--beta",
                            "--bet",     "--bet=2", "--gamma", "--g=3", "--none",  "-W",    "-Wall",
                            "-Wgamma=1", "--same",  "--sa",    "-all",  "-beta=4", "-bet",  "-z",
                            "-:",        "",        "x y",     "-gamma"};
  Words words{"program"};
  for (std::uint64_t i = rng.below(6); i > 0; --i) words.push_back(pieces[rng.below(pieces.size())]);
  return words;
}

TEST(OptionModels, AgreeWithTheLibrary) {
  Rng rng(1);
  for (const char* letters : {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "ab:c::W;", "-:ab:c::W;", ""})
    for (int i = 0; i < 500; ++i) {
      const Words words = command_line(rng);
      EXPECT_EQ(told(words, [&](int n, char** a, int*) { return getopt(n, a, letters); }),
                told(words, [&](int n, char** a, int*) { return esp_libc_getopt(n, a, letters); }));
      EXPECT_EQ(told(words, [&](int n, char** a, int* p) { return getopt_long(n, a, letters, names, p); }),
                told(words,
                     [&](int n, char** a, int* p) { return esp_libc_getopt_long(n, a, letters, names, p); }));
      EXPECT_EQ(
          told(words, [&](int n, char** a, int* p) { return getopt_long_only(n, a, letters, names, p); }),
          told(words,
               [&](int n, char** a, int* p) { return esp_libc_getopt_long_only(n, a, letters, names, p); }));
      if (HasFailure()) return;
    }
}

}  // namespace
}  // namespace espalier::test
