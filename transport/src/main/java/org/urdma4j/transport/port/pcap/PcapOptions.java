package org.urdma4j.transport.port.pcap;

/**
 * How an interface is opened with libpcap. Immutable.
 *
 * @param snapBytes the most of a frame that is read
 * @param bufferBytes what the kernel keeps until it is read
 * @param immediate whether each frame is given at once, not when a block of them is full or {@link
 *     #BLOCK_MS} are over; each then takes room for the longest
 * @param incoming whether frames that leave are left out
 * @param promiscuous whether frames for others are wanted, too
 */
public record PcapOptions(
        int snapBytes, int bufferBytes, boolean immediate, boolean incoming, boolean promiscuous) {
    /** Milliseconds after which a block of frames is given even if there is room in it. */
    static final int BLOCK_MS = 20;

    public PcapOptions {
        if (snapBytes < 1 || bufferBytes < 1) {
            throw new IllegalArgumentException(
                    "frames of %d bytes in a buffer of %d bytes can't be read"
                            .formatted(snapBytes, bufferBytes));
        }
    }
}
