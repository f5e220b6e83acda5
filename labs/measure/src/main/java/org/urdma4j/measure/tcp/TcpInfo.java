package org.urdma4j.measure.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.unix.RawUnixChannelOption;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * What the kernel knows of a TCP connection: {@code struct tcp_info} of linux/tcp.h. Netty's own
 * reading of it ends before the fields that later kernels added. A field that the kernel doesn't
 * have is 0.
 *
 * @param sendMss bytes of payload in a full segment
 * @param rttUs smoothed round trip, µs
 * @param minRttUs smallest round trip of late, µs
 * @param inFlightBytes sent, and neither acknowledged nor taken for lost
 * @param packets data segments sent, retransmissions included
 * @param retransmitted segments sent again
 * @param spurious segments that the receiver reported to have got twice
 * @param pacingBps at which the kernel sends, bit/s; 0 for no pacing
 * @param bytesSent bytes sent, retransmissions included
 * @param bytesAcked bytes that the receiver has acknowledged
 */
record TcpInfo(
        long sendMss,
        long rttUs,
        long minRttUs,
        long inFlightBytes,
        long packets,
        long retransmitted,
        long spurious,
        long pacingBps,
        long bytesSent,
        long bytesAcked) {
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_INFO = 11;

    /** As far as Linux 5.5 fills it in. */
    static final int BYTES = 232;

    /** A TCP header with the timestamps that Linux puts in. */
    static final int HEADER_BYTES = 32;

    private static final int SND_MSS = 16;
    private static final int UNACKED = 24;
    private static final int SACKED = 28;
    private static final int LOST = 32;
    private static final int RETRANS = 36;
    private static final int RTT = 68;
    private static final int TOTAL_RETRANS = 100;
    private static final int PACING_RATE = 104;
    private static final int BYTES_ACKED = 120;
    private static final int MIN_RTT = 148;
    private static final int DATA_SEGS_OUT = 156;
    private static final int BYTES_SENT = 200;
    private static final int DSACK_DUPS = 216;

    private static final int BITS_PER_BYTE = 8;

    private static final RawUnixChannelOption OPTION =
            new RawUnixChannelOption("TCP_INFO", IPPROTO_TCP, TCP_INFO, BYTES);

    /** Returns what the kernel knows now, nothing of a closed socket; for any thread. */
    static Optional<TcpInfo> of(Channel channel) {
        try {
            return Optional.of(parse(channel.config().getOption(OPTION)));
        } catch (ChannelException _) {
            return Optional.empty();
        }
    }

    /** Reads the structure in the byte order of this machine. */
    static TcpInfo parse(ByteBuffer info) {
        ByteBuffer in = info.slice().order(ByteOrder.nativeOrder());
        long packetsInFlight =
                unsigned(in, UNACKED)
                        - unsigned(in, SACKED)
                        - unsigned(in, LOST)
                        + unsigned(in, RETRANS);
        return new TcpInfo(
                unsigned(in, SND_MSS),
                unsigned(in, RTT),
                minRtt(in),
                Math.max(0, packetsInFlight) * unsigned(in, SND_MSS),
                unsigned(in, DATA_SEGS_OUT),
                unsigned(in, TOTAL_RETRANS),
                unsigned(in, DSACK_DUPS),
                bitRate(in, PACING_RATE),
                in.getLong(BYTES_SENT),
                in.getLong(BYTES_ACKED));
    }

    private static long unsigned(ByteBuffer in, int at) {
        return Integer.toUnsignedLong(in.getInt(at));
    }

    /** All ones before the first sample. */
    private static long minRtt(ByteBuffer in) {
        int us = in.getInt(MIN_RTT);
        return us == -1 ? 0 : Integer.toUnsignedLong(us);
    }

    /** Bytes per second; all ones stand for no limit. */
    private static long bitRate(ByteBuffer in, int at) {
        long bytes = in.getLong(at);
        return bytes < 0 || bytes > Long.MAX_VALUE / BITS_PER_BYTE ? 0 : bytes * BITS_PER_BYTE;
    }
}
