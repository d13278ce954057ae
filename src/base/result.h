#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace espalier {

/// The documented exit codes of every command.
enum class ExitCode : int {
  Done = 0,
  Findings = 1,    ///< with --fail-on-findings
  Usage = 2,
  DoesNotBuild = 3,
  GoalMissed = 4,  ///< with --fail-under
  Internal = 70,   ///< a bug of ours: self-check mismatch, coverage not confirmed
  Interrupted = 130,  ///< Ctrl-C before there was anything to keep
};

/// A user's mistake: `where: what; what to do`.  Only tools/ catches it.
class UserError : public std::runtime_error {
 public:
  UserError(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

struct Error {
  std::string message;
};

/// A value, or why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : content_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] T& value() { return std::get<0>(content_); }
  [[nodiscard]] const T& value() const { return std::get<0>(content_); }
  [[nodiscard]] const std::string& error() const { return std::get<1>(content_).message; }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }

 private:
  std::variant<T, Error> content_;
};

}  // namespace espalier
