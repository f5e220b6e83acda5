package org.urdma4j.transport.port.pcap;

import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapHandle.PcapDirection;
import org.pcap4j.core.PcapHandle.TimestampPrecision;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.core.PcapStat;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.sql.Timestamp;

/**
 * A network interface, opened with libpcap. One thread runs {@link #loop}; the other methods may be
 * called by any. It stays in the network namespace of the thread that opened it.
 */
public final class PcapInterface implements FrameLink {
    /** Takes frames; called by the thread that runs {@link #loop}. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A frame.
         *
         * @param bytes what was read of it; the listener's to keep
         * @param originalBytes what it had on the link
         * @param timestampNs nanoseconds since 1970-01-01 UTC
         */
        void onFrame(byte[] bytes, int originalBytes, long timestampNs);
    }

    /**
     * What the kernel counted.
     *
     * @param passed frames that the filter let pass, those that were then dropped included
     * @param dropped frames for which there was no room
     */
    public record Counts(long passed, long dropped) {}

    private static final long NS_PER_MS = 1_000_000;
    private static final long MS_PER_S = 1_000;

    private final String name;
    private final PcapHandle handle;

    private PcapInterface(String name, PcapHandle handle) {
        this.name = name;
        this.handle = handle;
    }

    /**
     * Opens an interface, in the network namespace of the calling thread.
     *
     * @throws VerbsException with {@link Errno#EOPNOTSUPP} without libpcap, {@link Errno#EPERM}
     *     without the right to, {@link Errno#ENODEV} if there is no such interface
     */
    public static PcapInterface open(String name, PcapOptions options) {
        Libpcap.require();
        PcapHandle.Builder builder =
                new PcapHandle.Builder(name)
                        .snaplen(options.snapBytes())
                        .bufferSize(options.bufferBytes())
                        .timeoutMillis(PcapOptions.BLOCK_MS)
                        .immediateMode(options.immediate())
                        .timestampPrecision(TimestampPrecision.NANO)
                        .promiscuousMode(
                                options.promiscuous()
                                        ? PromiscuousMode.PROMISCUOUS
                                        : PromiscuousMode.NONPROMISCUOUS)
                        .direction(options.incoming() ? PcapDirection.IN : PcapDirection.INOUT);
        try {
            return new PcapInterface(name, builder.build());
        } catch (PcapNativeException e) {
            throw PcapFailure.opening(name, e);
        }
    }

    public String name() {
        return name;
    }

    /** Returns what frames start with: a number of {@link org.urdma4j.codec.pcap.LinkType}. */
    public int linkType() {
        return PcapFailure.linkType(handle.getDlt().value());
    }

    /**
     * Has the kernel pass nothing but what an expression lets through (pcap-filter(7)).
     *
     * @throws VerbsException with {@link Errno#EINVAL} if it is none
     */
    public void filter(String expression) {
        try {
            handle.setFilter(expression, BpfCompileMode.OPTIMIZE);
        } catch (PcapNativeException e) {
            throw PcapFailure.filter(expression, e);
        } catch (NotOpenException e) {
            throw closed(e);
        }
    }

    /**
     * Hands frames over as they come, until {@link #breakLoop}.
     *
     * @throws IOException if the interface gives no more, as when it has gone
     */
    @Override
    public void loop(Listener listener) throws IOException {
        try {
            handle.loop(
                    -1,
                    (byte[] bytes) ->
                            listener.onFrame(
                                    bytes,
                                    handle.getOriginalLength(),
                                    nanoseconds(handle.getTimestamp())));
        } catch (PcapNativeException e) {
            throw new IOException("%s: %s".formatted(name, PcapFailure.words(e)), e);
        } catch (InterruptedException _) {
            // how Pcap4J says that the loop was broken
        } catch (NotOpenException e) {
            throw closed(e);
        }
    }

    private static long nanoseconds(Timestamp time) {
        return time.getTime() / MS_PER_S * MS_PER_S * NS_PER_MS + time.getNanos();
    }

    /** Ends the loop soon; without effect once the interface is closed. */
    @Override
    public void breakLoop() {
        try {
            handle.breakLoop();
        } catch (NotOpenException _) {
            // nobody reads any more
        }
    }

    /**
     * Sends a frame of the link's own kind.
     *
     * @throws IOException if the kernel refuses it
     */
    @Override
    public void send(byte[] frame, int length) throws IOException {
        try {
            handle.sendPacket(frame, length);
        } catch (PcapNativeException e) {
            throw new IOException("%s: %s".formatted(name, PcapFailure.words(e)), e);
        } catch (NotOpenException e) {
            throw closed(e);
        }
    }

    /** Returns what the kernel has counted since the interface was opened. */
    public Counts counts() {
        try {
            PcapStat stat = handle.getStats();
            return new Counts(stat.getNumPacketsReceived(), stat.getNumPacketsDropped());
        } catch (PcapNativeException e) {
            throw new VerbsException(Errno.EIO, name + ": " + PcapFailure.words(e), e);
        } catch (NotOpenException e) {
            throw closed(e);
        }
    }

    @Override
    public long dropped() {
        return counts().dropped();
    }

    private IllegalStateException closed(NotOpenException cause) {
        return new IllegalStateException(name + " is closed", cause);
    }

    /** Closes it, once the loop has ended; idempotent. */
    @Override
    public void close() {
        if (handle.isOpen()) {
            handle.close();
        }
    }
}
