#include "progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace espalier::tools {
namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr auto kLine = std::chrono::seconds(10);
constexpr std::size_t kBar = 30;

std::size_t width_of_terminal() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10 ? size.ws_col : 80;
}

/// Cuts at the width, so that a line of ours is one of the terminal's; colours take no room.
std::string cut(const std::string& line, std::size_t width) {
  std::string result;
  std::size_t shown = 0;
  bool escape = false;
  for (const char c : line) {
    if (c == '\033') escape = true;
    const bool starts = !escape && (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    if (starts && ++shown >= width) return result + "\033[0m";
    result += c;
    if (escape && c == 'm') escape = false;
  }
  return result;
}

std::string rate(double per_second) {
  return per_second >= 1e6   ? fmt::format("{:.1f} M/s", per_second / 1e6)
         : per_second >= 1e4 ? fmt::format("{:.0f} k/s", per_second / 1e3)
                             : fmt::format("{:.0f}/s", per_second);
}

}  // namespace

ProgressDisplay::ProgressDisplay(bool wanted)
    : wanted_(wanted), terminal_(isatty(STDERR_FILENO) != 0), colours_(terminal_) {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const term = std::getenv("TERM");
  if (no_color != nullptr && *no_color != '\0') colours_ = false;
  if (term == nullptr || std::string_view(term) == "dumb") terminal_ = colours_ = false;
}

ProgressDisplay::~ProgressDisplay() { clear(); }

std::string ProgressDisplay::coloured(const char* code, const std::string& text) const {
  return colours_ ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

void ProgressDisplay::stage(const std::string& what) {
  if (wanted_ && terminal_) draw({coloured("1", what) + " ..."});
}

void ProgressDisplay::begin(const std::string& unit, std::size_t position, std::size_t count,
                            const std::vector<coverage::Goal>& goals, const search::Options& options) {
  unit_ = unit, position_ = position, count_ = count, goals_ = &goals;
  strategy_ = options.strategy;
  budget_ = std::chrono::duration<double>(options.budget).count();
  covered_ = 0, covered_at_ = 0;
  if (!terminal_) next_ = Clock::now() + kLine;
}

void ProgressDisplay::update(const search::Progress& progress) {
  if (progress.covered != covered_) covered_ = progress.covered, covered_at_ = progress.seconds;
  if (!wanted_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + (terminal_ ? Clock::duration(kRedraw) : Clock::duration(kLine));
  if (terminal_)
    draw(block(progress));
  else
    fmt::print(stderr, "espalier: {}: {} of {} goals, {} runs, {:.0f} s of {:.0f} s\n", unit_,
               progress.covered, progress.goals, progress.iterations, progress.seconds, budget_);
}

std::string ProgressDisplay::last_goal(const search::Progress& progress) const {
  if (progress.covered == 0) return "none yet";
  if (goals_ == nullptr || progress.last_goal >= goals_->size())
    return fmt::format("{:.0f} s ago", progress.seconds - covered_at_);
  const auto& goal = (*goals_)[progress.last_goal];
  const bool sided = goal.side == "true" || goal.side == "false";
  return fmt::format("{}:{}: {}{}, {:.0f} s ago",
                     std::filesystem::path(goal.location.file).filename().string(), goal.location.line,
                     goal.text, sided ? " is " + goal.side : "", progress.seconds - covered_at_);
}

std::vector<std::string> ProgressDisplay::block(const search::Progress& progress) const {
  const double share =
      progress.goals == 0 ? 1 : static_cast<double>(progress.covered) / static_cast<double>(progress.goals);
  const auto full = static_cast<std::size_t>(share * kBar);
  std::string bar, rest;
  for (std::size_t i = 0; i < kBar; ++i) (i < full ? bar : rest) += i < full ? "█" : "░";
  const double seconds = std::max(progress.seconds, 1e-9);
  const auto of = count_ > 1 ? fmt::format(" ({} of {})", position_ + 1, count_) : std::string{};
  return {
      fmt::format("{}{}  {}{} {:3.0f} %  {} of {} goals, {} left", coloured("1", unit_), of,
                  coloured("32", bar), coloured("2", rest), 100 * share, progress.covered, progress.goals,
                  progress.goals - progress.covered),
      fmt::format("  {} runs, {}; solver {:.0f} %; strategy {}; {:.0f} s left", progress.iterations,
                  rate(static_cast<double>(progress.iterations) / seconds),
                  100 * progress.solver_seconds / seconds, strategy_,
                  std::max(0.0, budget_ - progress.seconds)),
      fmt::format("  last new goal: {}", last_goal(progress)),
  };
}

/// Up to the first of our lines, then over what is there.
void ProgressDisplay::draw(const std::vector<std::string>& lines) {
  const auto width = width_of_terminal();
  std::string text = drawn_ == 0 ? "" : fmt::format("\033[{}A", drawn_);
  for (const auto& line : lines) text += "\r\033[K" + cut(line, width) + "\n";
  if (drawn_ > lines.size()) text += "\033[J";
  drawn_ = lines.size();
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
}

void ProgressDisplay::clear() {
  if (drawn_ == 0) return;
  fmt::print(stderr, "\033[{}A\r\033[J", drawn_);
  std::fflush(stderr);
  drawn_ = 0;
}

}  // namespace espalier::tools
