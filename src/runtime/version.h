/* What driver and subject compare before they talk: a program may have been built long ago, by another Espalier.
 * The size is part of it, so that a changed layout is noticed even when nobody counted it. */
#ifndef ESPALIER_RUNTIME_VERSION_H
#define ESPALIER_RUNTIME_VERSION_H

#include "abi.h"

#define ESP_VERSION ((uint32_t)(ESP_ABI_VERSION << 16 | sizeof(esp_control)))

#endif
