/* The slots in which labels of variable arguments travel: registers for integers, registers for floating
 * point, then the stack, eight bytes each.  Shared by pass and runtime. */
#ifndef ESPALIER_RUNTIME_VARARGS_H
#define ESPALIER_RUNTIME_VARARGS_H

#define ESP_VA_GENERAL 6
#define ESP_VA_FLOATS 8
#define ESP_VA_SLOTS 64

#endif
