// SPDX-License-Identifier: Apache-2.0

#include "line.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 32 };

FILE *out;
bool failed;

static char *words[MAX_WORDS];
static int word_count;

const char *parse(char *line) {
    char *rest = NULL;
    word_count = 0;
    failed = false;
    for (char *word = strtok_r(line, " \r\n", &rest); word != NULL && word_count < MAX_WORDS;
         word = strtok_r(NULL, " \r\n", &rest)) {
        words[word_count++] = word;
    }
    return word_count == 0 ? NULL : words[0];
}

void fail(const char *format, ...) {
    va_list arguments;
    if (failed) {
        return; // an answer is one line
    }
    failed = true;
    fputs("error ", out);
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
    fputc('\n', out);
}

void ok(void) {
    fputs("ok\n", out);
}

static const char *find(const char *key) {
    size_t length = strlen(key);
    for (int i = 1; i < word_count; i++) {
        if (strncmp(words[i], key, length) == 0 && words[i][length] == '=') {
            return words[i] + length + 1;
        }
    }
    return NULL;
}

const char *text(const char *key) {
    const char *value = find(key);
    if (value == NULL) {
        fail("%s= is missing", key);
        return "";
    }
    return value;
}

uint64_t number_or(const char *key, uint64_t otherwise) {
    const char *value = find(key);
    return value == NULL ? otherwise : strtoull(value, NULL, 0);
}

uint64_t number(const char *key) {
    return strtoull(text(key), NULL, 0);
}
