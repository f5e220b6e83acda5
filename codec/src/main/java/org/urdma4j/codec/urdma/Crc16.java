package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/** CRC-16 of CCITT: polynomial 0x1021, starts with ones, not reflected, not inverted. */
final class Crc16 {
    private static final int POLYNOMIAL = 0x1021;
    private static final int TOP = 0x8000;

    private Crc16() {}

    static int of(ByteBuffer b, int at, int length) {
        int crc = 0xffff;
        for (int i = at; i < at + length; i++) {
            crc ^= (b.get(i) & 0xff) << 8;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                crc = (crc & TOP) != 0 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
            }
        }
        return crc & 0xffff;
    }
}
