#pragma once

#include <map>
#include <string>

#include "frontend/clang.h"

namespace espalier::frontend {

/// Translates libclang's types into SourceFile::types; equal types share an id, id 0 is void.
class TypeTable {
 public:
  explicit TypeTable(std::vector<Type>& types);
  TypeId id_of(CXType type);

 private:
  void fill(TypeId id, CXType type);
  void fill_fields(TypeId id, CXType record);
  void fill_enumerators(TypeId id, CXType enumeration);

  std::vector<Type>& types_;
  std::map<std::string, TypeId> known_;
};

}  // namespace espalier::frontend
