package org.urdma4j.measure.tcp;

import io.netty.channel.Channel;

import java.net.InetSocketAddress;
import java.util.Optional;

/** One connection that carries data one way, seen from one end of it. For any thread. */
final class TcpStream {
    private final Channel channel;
    private final int notContent;
    private final Pump pump; // null at the receiving end
    private final Drain drain; // null at the sending end

    private TcpStream(Channel channel, int notContent, Pump pump, Drain drain) {
        this.channel = channel;
        this.notContent = notContent;
        this.pump = pump;
        this.drain = drain;
    }

    /**
     * A stream that sends.
     *
     * @param notContent bytes that this end sends besides, before the content
     */
    static TcpStream sending(Channel channel, int notContent, Pump pump) {
        return new TcpStream(channel, notContent, pump, null);
    }

    static TcpStream receiving(Channel channel, Drain drain) {
        return new TcpStream(channel, 0, null, drain);
    }

    boolean sends() {
        return pump != null;
    }

    /**
     * Returns the bytes moved so far: at the receiving end those that were read, at the sending end
     * those that were acknowledged.
     */
    long bytes() {
        return drain != null
                ? drain.bytes()
                : info().map(info -> Math.max(0, info.bytesAcked() - notContent)).orElse(0L);
    }

    /** Returns whether the receiver has read this many bytes, which must be those of the run. */
    boolean moved(long all) {
        return drain != null ? drain.bytes() >= all : pump.confirmed();
    }

    /** Returns what the kernel knows of the connection; nothing once it is closed. */
    Optional<TcpInfo> info() {
        return TcpInfo.of(channel);
    }

    String congestion() {
        return CongestionAlgorithm.of(channel);
    }

    InetSocketAddress local() {
        return (InetSocketAddress) channel.localAddress();
    }

    InetSocketAddress remote() {
        return (InetSocketAddress) channel.remoteAddress();
    }

    void start(long bytes) {
        if (pump != null) {
            channel.eventLoop().execute(() -> pump.start(bytes));
        }
    }

    void stop() {
        if (pump != null) {
            channel.eventLoop().execute(pump::stop);
        }
    }
}
