package org.urdma4j.measure.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kernel's congestion control of one socket, by name: {@code TCP_CONGESTION} of tcp(7). */
final class CongestionAlgorithm {
    private static final Path AVAILABLE =
            Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");

    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;

    /** TCP_CA_NAME_MAX of linux/tcp.h. */
    private static final int NAME_MAX = 16;

    private CongestionAlgorithm() {}

    /**
     * Gives the socket this algorithm; an empty name leaves it the kernel's default.
     *
     * @throws IOException if the kernel doesn't have it or doesn't allow it; the message names
     *     those that there are
     */
    static void set(Channel channel, String name) throws IOException {
        if (name.isEmpty()) {
            return;
        }
        byte[] bytes = name.getBytes(US_ASCII);
        if (bytes.length >= NAME_MAX) {
            throw refused(name, null);
        }
        var option =
                new RawUnixChannelOption(
                        "TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, bytes.length);
        try {
            channel.config().setOption(option, ByteBuffer.wrap(bytes));
        } catch (ChannelException e) {
            throw refused(name, e);
        }
    }

    /** Returns the name of what the kernel gives a socket of this thread's network namespace. */
    static String usual() {
        Channel unused = new EpollSocketChannel();
        try {
            return of(unused);
        } finally {
            unused.unsafe().closeForcibly();
        }
    }

    /** Returns the name of what the socket uses. */
    static String of(Channel channel) {
        var option =
                new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, NAME_MAX);
        ByteBuffer name = channel.config().getOption(option);
        byte[] bytes = new byte[name.remaining()];
        name.get(bytes);
        String padded = new String(bytes, US_ASCII);
        int end = padded.indexOf(0);
        return end < 0 ? padded : padded.substring(0, end);
    }

    private static IOException refused(String name, ChannelException cause) {
        String available = available();
        String message =
                " ".concat(available).concat(" ").contains(" " + name + " ")
                        ? "the kernel doesn't allow TCP congestion control \"%s\" to this user; see"
                                + " net.ipv4.tcp_allowed_congestion_control, or run as root"
                        : "the kernel has no TCP congestion control \"%s\"; it has: " + available;
        return new IOException(message.formatted(name), cause);
    }

    private static String available() {
        try {
            return Files.readString(AVAILABLE).strip();
        } catch (IOException _) {
            return "(" + AVAILABLE + " can't be read)";
        }
    }
}
