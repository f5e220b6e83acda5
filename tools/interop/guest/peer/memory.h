// SPDX-License-Identifier: Apache-2.0
//
// The registered memory, and the commands that fill and read it.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The most bytes that peek shows at a time.
enum { MAX_PEEK = 8192 };

// Allocates the memory, all zero.
bool allocate(size_t size);

// The place that begins at "at" and has "size" bytes, or NULL after an error.
uint8_t *place(uint64_t at, uint64_t size);

void fill(void);
void sum(void);
void peek(void);
void poke(void);
