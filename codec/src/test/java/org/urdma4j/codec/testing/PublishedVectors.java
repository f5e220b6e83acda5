package org.urdma4j.codec.testing;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Packets that others made and published, ICRC included: those of scapy's test suite, three of them
 * captured from NICs.
 */
public enum PublishedVectors {
    /** RC RDMA_WRITE_ONLY of five bytes, from the Ethernet header. */
    ROCE_V1_WRITE_ONLY(
            "7cfe90753cd87cfe90753cd889156020000000281b4000000000000000000000ffff0f0000020000"
                    + "0000000000000000ffff0f0000020a70ffff0000010a80a788bc000055d4c0726000000047"
                    + "b3000000050000000001000000e3d856bb"),

    /** The ACK to it, from the Ethernet header. */
    ROCE_V1_ACK(
            "7cfe90753cd87cfe90753cd889156020000000141b4000000000000000000000ffff0f0000020000"
                    + "0000000000000000ffff0f0000021140ffff0000010900a788c00000000525f0c038"),

    /** CNP of a ConnectX-4 Lx, from the Ethernet header. */
    ROCE_V2_IPV4_CNP(
            "e41d2dab2bc27cfe90643b32080045c2003c718c4000401191610a0011010a001201000012b70028"
                    + "00008100ffff40000118000000000000000000000000000000000000000082fd002a"),

    /** UC SEND_ONLY with two pad bytes, from the IPv4 header. */
    ROCE_V2_IPV4_UC_SEND(
            "45010040047840004011b4d5c0a80007c0a80007c00012b7002caca22460ffff000000d300cf1710"
                    + "4630818be28935d90e9a95505401be885e50000078f353f3"),

    /** The same transport packet, from the IPv6 header. */
    ROCE_V2_IPV6_UC_SEND(
            "6e21face002c11ff2022000000000000000000000000102320230000000000000000000000001024"
                    + "c00012b7002ce7c52460ffff000000d300cf17104630818be28935d90e9a95505401be885e"
                    + "5000003e5b743b");

    private final String hex;

    PublishedVectors(String hex) {
        this.hex = hex;
    }

    /** Tells whether the bytes begin with an Ethernet header. */
    public boolean ethernet() {
        return switch (this) {
            case ROCE_V1_WRITE_ONLY, ROCE_V1_ACK, ROCE_V2_IPV4_CNP -> true;
            case ROCE_V2_IPV4_UC_SEND, ROCE_V2_IPV6_UC_SEND -> false;
        };
    }

    /** Returns a new buffer with the bytes. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }

    /** Returns the ICRC as it is printed: the last four bytes in their order. */
    public int icrcAsPrinted() {
        ByteBuffer bytes = bytes();
        return bytes.getInt(bytes.limit() - 4);
    }
}
