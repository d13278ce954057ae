#pragma once

#include "layout.h"
#include "runtime_calls.h"

namespace espalier::plugin {

/// Adds labels, shadow memory and trace records to a normalised function in SSA form.
///
/// Labels are computed in groups: the pure operations, loads and stores between two calls or block
/// ends share one test.
///
///   %s = add i32 %x, %y              %s = add i32 %x, %y
///   store i32 %s, ptr %p             store i32 %s, ptr %p
///   br i1 %c, label %a, label %b     %any = or (label of x), (label of y), (label of c), telling
///                                    br (%any != 0), %cold, %hot
///                             cold:  %ls = __esp_binary(Add, lx, ly, ...)
///                                    __esp_store(%p, 4, %ls);  __esp_compare(lc, sides of c, ...)
///                             hot:   shadow(%p) = 0
///                             both:  label of s = phi [%ls, cold], [0, hot]
///
/// The order inside a group is the program's, so that a load before a store still finds its labels.
void instrument(llvm::Function& function, Layout& layout, RuntimeCalls& runtime);

}  // namespace espalier::plugin
