#pragma once

// Values of any type made from input variables: what stubs answer, what global variables hold.

#include <functional>
#include <string>
#include <vector>

#include "frontend/unit.h"

namespace espalier::frontend {

/// Plans values.  What cannot be chosen stays Zero; nothing is refused.
class ValuePlanner {
 public:
  /// Makes something for a function pointer of this type to point to and returns its name.
  using Target = std::function<std::string(TypeId pointer, const std::string& spoken)>;

  /// New variables are appended to `variables`, `most` at most.  Without `target`, function pointers are
  /// null.
  ValuePlanner(const SourceFile& source, const HarnessOptions& options, std::vector<InputVariable>& variables,
               std::size_t most, Target target = {});

  /// `expression`: the lvalue in C; `spoken`: what people call it.
  Value plan(TypeId type, const std::string& expression, const std::string& spoken);

  bool skip_const = false;  ///< const members are not for us to set

 private:
  Value value(TypeId type, const std::string& expression, const std::string& spoken, unsigned depth);
  void structure(Value& value, const std::string& spoken, unsigned depth);
  void pointer(Value& value, const std::string& spoken, unsigned depth);
  std::uint32_t variable(const std::string& spoken, InputVariable::Kind kind, unsigned bits, bool is_signed,
                         TypeId type);

  const SourceFile& source_;
  const HarnessOptions& options_;
  std::vector<InputVariable>& variables_;
  const std::size_t last_;
  const Target target_;
  unsigned objects_ = 0;
};

/// C of the harness: sets `value` from input variables, whose numbers count from the C expression `first`
/// (empty: from 0).
std::string fill_from_inputs(const SourceFile& source, const Value& value, const std::string& first);

/// C and C++ of a test: the same values, written down.
class ConcreteValue {
 public:
  /// `first`: what the variables of the value count from; `objects`: how names of objects start.
  ConcreteValue(const SourceFile& source, const std::vector<InputVariable>& variables,
                const std::vector<std::uint64_t>& values, std::uint32_t first, std::string objects);

  /// As an initialiser.
  std::string initialiser(const Value& value);
  /// As assignments; what cannot be chosen is left alone.
  std::string assignments(const Value& value);
  /// Declarations of the objects that these need.
  [[nodiscard]] const std::string& objects() const { return objects_text_; }

 private:
  [[nodiscard]] std::uint64_t input(const Value& value) const;
  std::string braced(const Value& value);
  std::string object(const Value& pointer);

  const SourceFile& source_;
  const std::vector<InputVariable>& variables_;
  const std::vector<std::uint64_t>& values_;
  const std::uint32_t first_;
  const std::string objects_;
  std::string objects_text_;
};

}  // namespace espalier::frontend
