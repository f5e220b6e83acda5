package org.urdma4j.simulation.fabric;

import org.urdma4j.simulation.link.Framing;
import org.urdma4j.simulation.link.LinkConfig;

/**
 * A cable, the same in both directions, with the ports at its ends.
 *
 * @param bitsPerSecond speed of the ports, more than 0
 * @param delayNs propagation delay; 5 ns a metre
 * @param reactionNs how long a port takes from the end of a PFC frame until it starts no more
 *     frames that the frame has stopped
 * @param frameBytes longest frame, without check sequence: what headroom is computed for
 */
public record CableConfig(long bitsPerSecond, long delayNs, long reactionNs, int frameBytes) {
    /** 100 Gbit/s, 1 us (200 m), and frames with 4096 bytes of payload. */
    public static final CableConfig DEFAULT = new CableConfig(100_000_000_000L, 1000, 600, 4200);

    public CableConfig {
        if (bitsPerSecond <= 0 || delayNs < 0 || reactionNs < 0 || frameBytes < 64) {
            throw new IllegalArgumentException(
                    "no cable has %d bit/s, %d ns of delay, %d ns of reaction, %d bytes a frame"
                            .formatted(bitsPerSecond, delayNs, reactionNs, frameBytes));
        }
    }

    public CableConfig withDelay(long ns) {
        return new CableConfig(bitsPerSecond, ns, reactionNs, frameBytes);
    }

    /**
     * Returns the headroom that one priority of a port needs to lose nothing: what may arrive from
     * the moment at which the queue crosses its threshold. The PFC frame waits for a frame that is
     * being sent already, travels, and is reacted to; the other end finishes the frame that it has
     * begun by then, and what is on the way arrives. In bytes on the wire.
     */
    public long headroomBytes() {
        long bits = Math.ceilDiv((2 * delayNs + reactionNs) * bitsPerSecond, 1_000_000_000L);
        return Math.ceilDiv(bits, Byte.SIZE)
                + 2L * (frameBytes + Framing.ETHERNET)
                + FabricPort.PFC_WIRE_BYTES;
    }

    LinkConfig direction() {
        return LinkConfig.builder()
                .rate(bitsPerSecond)
                .delay(delayNs)
                .framing(Framing.ETHERNET)
                .build();
    }
}
