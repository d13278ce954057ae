#include "frontend/types.h"

#include <tuple>
#include <utility>

namespace espalier::frontend {
namespace {

/// `type` without const and restrict at the top; typedef names are kept where they allow it.
std::string spelling_without_const(CXType type) {
  std::string spelling = text_of(clang_getTypeSpelling(clang_getUnqualifiedType(type)));
  // `typedef const int ci;` hides the const in the name.
  const CXType canonical = clang_getCanonicalType(type);
  if (clang_isConstQualifiedType(canonical) != 0 && clang_isConstQualifiedType(type) == 0)
    spelling = text_of(clang_getTypeSpelling(clang_getUnqualifiedType(canonical)));
  if (clang_isVolatileQualifiedType(canonical) != 0 && canonical.kind != CXType_Pointer)
    spelling = "volatile " + spelling;
  return spelling;
}

std::pair<TypeKind, bool> scalar_kind(CXTypeKind kind) {
  switch (kind) {
    case CXType_Void:
      return {TypeKind::Void, false};
    case CXType_Bool:
      return {TypeKind::Bool, false};
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_UInt128:
      return {TypeKind::Integer, false};
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_Int128:
      return {TypeKind::Integer, true};
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble:
      return {TypeKind::Float, true};
    case CXType_Complex:
      return {TypeKind::Complex, true};
    default:
      return {TypeKind::Unsupported, false};
  }
}

/// _Atomic(T) has the values of T; only who declares it writes the word.
CXType without_atomic(CXType canonical) {
  return canonical.kind == CXType_Atomic ? clang_getCanonicalType(clang_Type_getValueType(canonical))
                                         : canonical;
}

}  // namespace

TypeTable::TypeTable(std::vector<Type>& types) : types_(types) {
  Type nothing;
  nothing.kind = TypeKind::Void;
  nothing.spelling = "void";
  types_.push_back(nothing);
  known_["void"] = 0;
  Type byte;
  byte.kind = TypeKind::Integer;
  byte.spelling = "unsigned char";
  byte.bits = 8;
  byte.alignment = 1;
  byte.canonical = byte_type;
  types_.push_back(byte);
  known_["unsigned char|unsigned char|"] = byte_type;
}

TypeId TypeTable::id_of(CXType type) {
  const CXType canonical = clang_getCanonicalType(type);
  std::string key = text_of(clang_getTypeSpelling(type));
  if (clang_isConstQualifiedType(canonical) != 0) key += "|const";
  key += "|" + text_of(clang_getTypeSpelling(canonical)) + "|" +
         text_of(clang_getCursorUSR(clang_getTypeDeclaration(canonical)));
  if (key.starts_with("void|")) key = "void";
  const auto [place, is_new] = known_.try_emplace(key, static_cast<TypeId>(types_.size()));
  const TypeId id = place->second;
  if (is_new) {
    types_.emplace_back();  // before the fields, which may point back to it
    fill(id, type);
  }
  return id;
}

void TypeTable::fill(TypeId id, CXType type) {
  const CXType canonical = without_atomic(clang_getCanonicalType(type));
  Type made;
  std::tie(made.kind, made.is_signed) = scalar_kind(canonical.kind);
  made.spelling = spelling_without_const(type);
  made.is_const = clang_isConstQualifiedType(canonical) != 0;
  made.is_restrict = clang_isRestrictQualifiedType(canonical) != 0;
  const CXType plain = clang_getUnqualifiedType(canonical);
  made.canonical = id_of(plain);
  const long long size = clang_Type_getSizeOf(canonical);
  made.bits = size > 0 ? static_cast<unsigned>(size * 8) : 0;
  made.is_complete = size >= 0;
  if (const long long align = clang_Type_getAlignOf(canonical); align > 0)
    made.alignment = static_cast<unsigned>(align);

  switch (canonical.kind) {
    case CXType_Pointer:
      made.kind = TypeKind::Pointer;
      made.element = id_of(clang_getPointeeType(clang_getUnqualifiedType(type)).kind != CXType_Invalid
                               ? clang_getPointeeType(clang_getUnqualifiedType(type))
                               : clang_getPointeeType(canonical));
      break;
    case CXType_Complex:
      made.element = id_of(clang_getElementType(canonical));
      break;
    case CXType_ConstantArray:
      made.kind = TypeKind::Array;
      made.count = static_cast<std::uint64_t>(clang_getArraySize(canonical));
      made.element = id_of(clang_getArrayElementType(type).kind != CXType_Invalid
                               ? clang_getArrayElementType(type)
                               : clang_getArrayElementType(canonical));
      made.is_const = types_[made.element].is_const;
      break;
    case CXType_IncompleteArray:
    case CXType_VariableArray:
      made.kind = TypeKind::Array;
      made.is_complete = false;
      made.element = id_of(clang_getArrayElementType(canonical));
      made.is_const = types_[made.element].is_const;
      break;
    case CXType_Enum: {
      made.kind = TypeKind::Enum;
      const CXCursor declaration = clang_getTypeDeclaration(canonical);
      made.is_signed =
          scalar_kind(clang_getCanonicalType(clang_getEnumDeclIntegerType(declaration)).kind).second;
      break;
    }
    case CXType_Record: {
      const bool is_union = clang_getCursorKind(clang_getTypeDeclaration(canonical)) == CXCursor_UnionDecl;
      made.kind = is_union ? TypeKind::Union : TypeKind::Struct;
      break;
    }
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
      made.kind = TypeKind::Function;
      made.element = id_of(clang_getResultType(canonical));
      made.is_variadic =
          clang_isFunctionTypeVariadic(canonical) != 0 && canonical.kind == CXType_FunctionProto;
      for (int i = 0; i < clang_getNumArgTypes(canonical); ++i)
        made.parameters.push_back(id_of(clang_getArgType(canonical, static_cast<unsigned>(i))));
      break;
    default:
      break;
  }
  types_[id] = made;
  if (made.kind == TypeKind::Struct || made.kind == TypeKind::Union) fill_fields(id, canonical);
  if (made.kind == TypeKind::Enum) fill_enumerators(id, canonical);
}

void TypeTable::fill_fields(TypeId id, CXType record) {
  std::vector<CXCursor> fields;
  clang_Type_visitFields(
      record,
      [](CXCursor field, CXClientData data) {
        static_cast<std::vector<CXCursor>*>(data)->push_back(field);
        return CXVisit_Continue;
      },
      &fields);
  std::vector<Field> made;
  for (const CXCursor field : fields) {
    Field entry;
    const bool anonymous =
        clang_Cursor_isAnonymousRecordDecl(clang_getTypeDeclaration(clang_getCursorType(field))) != 0;
    if (!anonymous) entry.name = text_of(clang_getCursorSpelling(field));
    entry.type = id_of(clang_getCursorType(field));
    entry.bit_width = clang_getFieldDeclBitWidth(field);
    if (const long long offset = clang_Cursor_getOffsetOfField(field); offset > 0)
      entry.offset = static_cast<std::uint64_t>(offset);
    made.push_back(entry);
  }
  types_[id].fields = made;
}

void TypeTable::fill_enumerators(TypeId id, CXType enumeration) {
  for (const CXCursor child : children(clang_getTypeDeclaration(enumeration)))
    if (clang_getCursorKind(child) == CXCursor_EnumConstantDecl)
      types_[id].enumerators.push_back(
          {text_of(clang_getCursorSpelling(child)), clang_getEnumConstantDeclValue(child)});
}

}  // namespace espalier::frontend
