package org.urdma4j.codec.icrc;

import org.urdma4j.codec.net.Encapsulation;

import java.nio.ByteBuffer;

/**
 * Computes the ICRCs of packets that share one network header but for lengths and IPv4
 * identification: those of a super-packet, which segmentation offload cuts or receive offload has
 * put together, and those of a batch that is about to be sent. Lengths are taken from each packet,
 * so that the header may have those of the whole.
 *
 * <p>Buffers are treated as by {@link Icrc}. Not thread-safe; nothing is allocated.
 */
public final class RunIcrc {
    private final MaskedHeaders masked = new MaskedHeaders();
    private Encapsulation encapsulation = Encapsulation.ROCE_V1;

    /**
     * Turns to the packets under a header. It is copied.
     *
     * @param at index of the GRH, the IPv4 header without options, or the IPv6 header without
     *     extension headers; UDP's follows in RoCEv2
     */
    public void begin(ByteBuffer header, int at, Encapsulation kind) {
        encapsulation = kind;
        switch (kind) {
            case ROCE_V1 -> masked.copyGrh(header, at);
            case ROCE_V2_IPV4 -> masked.copyIpv4(header, at);
            case ROCE_V2_IPV6 -> masked.copyIpv6(header, at);
        }
    }

    /**
     * Returns the ICRC of a packet.
     *
     * @param bthOffset index of the BTH
     * @param transportLength bytes from the BTH to the last pad byte, at least those of the BTH
     * @param identification IPv4 identification, of which the low 16 bits count; otherwise ignored
     */
    public int compute(ByteBuffer packet, int bthOffset, int transportLength, int identification) {
        int end =
                switch (encapsulation) {
                    case ROCE_V1 -> {
                        masked.setGrhLength(transportLength);
                        yield MaskedHeaders.GRH_END;
                    }
                    case ROCE_V2_IPV4 -> {
                        masked.setIpv4Lengths(transportLength);
                        masked.setIdentification(identification);
                        yield MaskedHeaders.IPV4_END;
                    }
                    case ROCE_V2_IPV6 -> {
                        masked.setIpv6Lengths(transportLength);
                        yield MaskedHeaders.IPV6_END;
                    }
                };
        return masked.crc(0, end, packet, bthOffset, transportLength);
    }
}
