#pragma once

#include <functional>
#include <string>
#include <vector>

#include "../experiment.h"
#include "race.h"

namespace espalier::bench {

/// A program that searches are compared on.
class Arena {
 public:
  virtual ~Arena() = default;
  /// See hold_race.  Limits and the entry are the arena's own.
  virtual Race run(search::Options options, const Watch& watch = {}) = 0;
  [[nodiscard]] virtual std::size_t goals() const = 0;
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Changes with the program.
  [[nodiscard]] const std::string& stamp() const { return stamp_; }

 protected:
  Arena(std::string name, std::string stamp) : name_(std::move(name)), stamp_(std::move(stamp)) {}

 private:
  std::string name_, stamp_;
};

/// Throws unless each of --only is one of the programs or one of these strategies.
void check_only(const Settings& settings, const std::vector<std::string>& strategies);

enum class Kinds {
  Ours,  ///< functions of this folder, and made-up ones
  All    ///< and whole programs of the distribution, fetched and built when their turn comes
};

/// The programs that the settings want, one after the other; the quick choice is small, and fetches nothing.
/// One that cannot be had is left out, with a line that says so.  Where a visit fails, that is said, the
/// others are visited all the same, and the names of those that failed come back.
std::vector<std::string> for_each_arena(const Settings& settings, Kinds kinds,
                                        const std::function<void(Arena&)>& visit);

/// Throws if there are any: to be called when everything else is printed.
void complain(const std::vector<std::string>& failed);

}  // namespace espalier::bench
