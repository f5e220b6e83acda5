// SPDX-License-Identifier: Apache-2.0

#include "memory.h"

#include "line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *memory;
static size_t memory_size;

bool allocate(size_t size) {
    void *start;
    if (posix_memalign(&start, 4096, size) != 0) {
        return false;
    }
    memory = memset(start, 0, size);
    memory_size = size;
    return true;
}

uint8_t *place(uint64_t at, uint64_t size) {
    if (memory == NULL || at > memory_size || size > memory_size - at) {
        fail("%" PRIu64 " bytes at %" PRIu64 " are not within the memory", size, at);
    }
    return failed ? NULL : memory + at;
}

static uint64_t split_mix(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void fill(void) {
    uint64_t size = number("size"), state = number("seed"), value = 0;
    uint8_t *start = place(number("at"), size);
    if (start == NULL) {
        return;
    }
    uint64_t i = 0;
    for (; i + 8 <= size; i += 8) {
        value = split_mix(&state);
        memcpy(start + i, &value, 8); // this is a little-endian machine
    }
    value = split_mix(&state);
    for (; i < size; i++, value >>= 8) {
        start[i] = (uint8_t) value;
    }
    ok();
}

// Eight bytes at a time: tables[k][b] is what byte b does to the CRC k bytes later.
void sum(void) {
    static uint32_t tables[8][256];
    uint64_t size = number("size"), i = 0;
    uint8_t *start = place(number("at"), size);
    if (start == NULL) {
        return;
    }
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t rest = b;
        for (int k = 0; k < 8; k++) {
            for (int bit = 0; bit < 8; bit++) {
                rest = rest >> 1 ^ ((rest & 1) != 0 ? 0xedb88320 : 0);
            }
            tables[k][b] = rest;
        }
    }
    uint32_t crc = 0xffffffff;
    for (; i + 8 <= size; i += 8) {
        uint64_t word;
        memcpy(&word, start + i, 8);
        word ^= crc;
        crc = 0;
        for (int k = 0; k < 8; k++) {
            crc ^= tables[7 - k][word >> 8 * k & 0xff];
        }
    }
    for (; i < size; i++) {
        crc = crc >> 8 ^ tables[0][(crc ^ start[i]) & 0xff];
    }
    fprintf(out, "ok crc32=0x%08x\n", ~crc);
}

void peek(void) {
    uint64_t size = number("size");
    uint8_t *start = place(number("at"), size);
    if (size > MAX_PEEK) {
        fail("peek shows %d bytes at most", MAX_PEEK);
    }
    if (failed) {
        return;
    }
    fputs("ok hex=", out);
    for (uint64_t i = 0; i < size; i++) {
        fprintf(out, "%02x", start[i]);
    }
    fputc('\n', out);
}

void poke(void) {
    const char *hex = text("hex");
    size_t size = strlen(hex) / 2;
    uint8_t *start = place(number("at"), size);
    for (size_t i = 0; start != NULL && i < size; i++) {
        if (sscanf(hex + 2 * i, "%2hhx", start + i) != 1) {
            fail("hex= is not hexadecimal");
        }
    }
    if (!failed) {
        ok();
    }
}
