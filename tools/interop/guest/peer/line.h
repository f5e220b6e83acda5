// SPDX-License-Identifier: Apache-2.0
//
// Requests and answers: a request is a line "command key=value ...", with numbers in decimal or 0x
// form; the answer is a line "ok key=value ..." or "error WHY".

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// Where the answer goes.
extern FILE *out;

// Whether the present request has been answered with an error.
extern bool failed;

// Takes a request apart, in place. Returns the command, or NULL if there is none.
const char *parse(char *line);

// Answers with an error, unless there was one already.
__attribute__((format(printf, 1, 2))) void fail(const char *format, ...);

// Answers that it is done.
void ok(void);

// The value of a key, or "" after an error.
const char *text(const char *key);

// The number of a key, or 0 after an error.
uint64_t number(const char *key);

uint64_t number_or(const char *key, uint64_t otherwise);
