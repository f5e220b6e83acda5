package org.urdma4j.codec.icrc;

import org.urdma4j.codec.net.Encapsulation;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The ICRC bit by bit, over a copy that is masked at the offsets of the printed recipe; shares
 * nothing with the code under test.
 */
final class BitwiseIcrc {
    private BitwiseIcrc() {}

    /** Returns the ICRC of a packet from its network header, which ends before the ICRC. */
    static int of(Encapsulation encapsulation, ByteBuffer b, int at, int length) {
        byte[] covered = new byte[8 + length];
        Arrays.fill(covered, 0, 8, (byte) 0xff);
        b.get(at, covered, 8, length);
        switch (encapsulation) {
            case ROCE_V1 -> {
                maskIpv6(covered);
                covered[8 + 40 + 4] = (byte) 0xff;
            }
            case ROCE_V2_IPV4 -> {
                for (int masked : new int[] {1, 8, 10, 11, 20 + 6, 20 + 7, 28 + 4}) {
                    covered[8 + masked] = (byte) 0xff;
                }
            }
            case ROCE_V2_IPV6 -> {
                maskIpv6(covered);
                for (int masked : new int[] {40 + 6, 40 + 7, 48 + 4}) {
                    covered[8 + masked] = (byte) 0xff;
                }
            }
        }
        return crc(covered);
    }

    private static void maskIpv6(byte[] covered) {
        covered[8] |= 0x0f;
        for (int masked : new int[] {1, 2, 3, 7}) {
            covered[8 + masked] = (byte) 0xff;
        }
    }

    static int crc(byte[] bytes) {
        int register = -1;
        for (byte next : bytes) {
            register ^= next & 0xff;
            for (int bit = 0; bit < 8; bit++) {
                register = (register & 1) != 0 ? (register >>> 1) ^ 0xedb88320 : register >>> 1;
            }
        }
        return ~register;
    }
}
