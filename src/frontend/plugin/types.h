#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

namespace espalier::plugin {

/// Width of a type that one label describes: integers up to 64 bits, pointers, float, double, and vectors
/// that fit into 64 bits (as the calling convention makes of struct { float x, y; }); 0 for others.
inline unsigned label_bits(llvm::Type* type) {
  if (type->isIntegerTy()) return type->getIntegerBitWidth() <= 64 ? type->getIntegerBitWidth() : 0;
  if (type->isPointerTy()) return 64;
  if (type->isFloatTy()) return 32;
  if (type->isDoubleTy()) return 64;
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const unsigned bits = label_bits(vector->getElementType()) * vector->getNumElements();
    return bits <= 64 && !vector->getElementType()->isPointerTy() ? bits : 0;
  }
  return 0;
}

/// The scalars that a first-class value is made of, in order; itself for a scalar.
inline void leaves(llvm::Type* type, llvm::SmallVectorImpl<llvm::Type*>& into) {
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    for (llvm::Type* element : record->elements()) leaves(element, into);
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    for (std::uint64_t i = 0; i < array->getNumElements(); i++) leaves(array->getElementType(), into);
  } else if (type->isIntegerTy(128)) {  // two halves, the lower one first
    into.append(2, llvm::IntegerType::get(type->getContext(), 64));
  } else if (!type->isVoidTy()) {
    into.push_back(type);
  }
}

inline unsigned leaf_count(llvm::Type* type) {
  llvm::SmallVector<llvm::Type*> found;
  leaves(type, found);
  return static_cast<unsigned>(found.size());
}

/// Number of the first leaf of the element that `indices` name.
inline unsigned leaf_offset(llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  unsigned offset = 0;
  for (const unsigned index : indices) {
    if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < index; i++) offset += leaf_count(record->getElementType(i));
      type = record->getElementType(index);
    } else {
      type = llvm::cast<llvm::ArrayType>(type)->getElementType();
      offset += index * leaf_count(type);
    }
  }
  return offset;
}

}  // namespace espalier::plugin
