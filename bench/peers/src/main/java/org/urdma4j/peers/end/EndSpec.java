package org.urdma4j.peers.end;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/**
 * What one end of a transfer is to do.
 *
 * @param sender the address and UDP port of what sends
 * @param receiver the address and UDP port of what receives
 * @param mtu of the interfaces, bytes
 * @param omitS seconds before those that count
 * @param timeS seconds that count
 * @param bytes how many are sent; {@link #ENDLESS} until nobody receives any more
 * @param folder for files of its own, best in memory
 */
public record EndSpec(
        InetSocketAddress sender,
        InetSocketAddress receiver,
        int mtu,
        int omitS,
        int timeS,
        long bytes,
        Path folder) {
    /** No end of its own. */
    public static final long ENDLESS = Long.MAX_VALUE;

    /** The header of IPv4 and that of UDP. */
    private static final int HEADERS = 28;

    private static final int WORDS = 8;

    /** Returns how many bytes a datagram carries at most without being cut up. */
    public int datagramBytes() {
        return mtu - HEADERS;
    }

    /** Returns the words that {@link #parse} reads. */
    public List<String> words() {
        return List.of(
                sender.getHostString(),
                String.valueOf(sender.getPort()),
                receiver.getHostString(),
                String.valueOf(receiver.getPort()),
                String.valueOf(mtu),
                String.valueOf(omitS),
                String.valueOf(timeS),
                folder.toString());
    }

    /**
     * Reads an endless one.
     *
     * @throws IllegalArgumentException if these aren't the words of one
     */
    public static EndSpec parse(List<String> words) {
        if (words.size() != WORDS) {
            throw new IllegalArgumentException("bench/baseline peers starts this, not people");
        }
        return new EndSpec(
                new InetSocketAddress(words.get(0), Integer.parseInt(words.get(1))),
                new InetSocketAddress(words.get(2), Integer.parseInt(words.get(3))),
                Integer.parseInt(words.get(4)),
                Integer.parseInt(words.get(5)),
                Integer.parseInt(words.get(6)),
                ENDLESS,
                Path.of(words.get(7)));
    }
}
