package org.urdma4j.channel;

import org.urdma4j.verbs.cm.ConnParam;

import java.time.Duration;
import java.util.Objects;

/**
 * How channels are made. Immutable; start from {@link #builder}.
 *
 * @param receiveBytes of the ring into which the peer writes, at most: a power of two from 64 KiB
 *     to 1 GiB. A stream gets no faster than seven eighths of it in a round trip. The ring begins
 *     with 64 KiB, gets longer while it is what limits the stream, and 64 KiB again when it has
 *     rested for ten seconds. It gets no longer where the rings of all channels would have more
 *     than the JVM's heap may have ({@code -Xmx}), or this one an eighth of that
 * @param sendBytes of the ring from which is sent what isn't registered memory, at most: as {@code
 *     receiveBytes}; it follows the peer's ring
 * @param patience how long connecting takes at most, and {@link RdmaChannel#close} waits for what
 *     was written to arrive
 * @param param what is told to the peer, but for the private data, which channels use themselves
 */
public record ChannelOptions(int receiveBytes, int sendBytes, Duration patience, ConnParam param) {
    static final int LEAST = 1 << 16;
    static final int MOST = 1 << 30;

    /** Rings of up to 64 MiB, half a minute, URDMA where the peer has it too. */
    public static final ChannelOptions DEFAULT =
            new ChannelOptions(1 << 26, 1 << 26, Duration.ofSeconds(30), ConnParam.EMPTY);

    /** Checks the ranges. */
    public ChannelOptions {
        Objects.requireNonNull(patience, "patience");
        Objects.requireNonNull(param, "param");
        check("receiveBytes", receiveBytes);
        check("sendBytes", sendBytes);
    }

    private static void check(String name, int bytes) {
        if (!isRing(bytes)) {
            throw new IllegalArgumentException(
                    "%s is %d, must be a power of two from %d to %d"
                            .formatted(name, bytes, LEAST, MOST));
        }
    }

    /** Returns whether a ring may have so many bytes. */
    static boolean isRing(int bytes) {
        return Integer.bitCount(bytes) == 1 && bytes >= LEAST && bytes <= MOST;
    }

    /** Starts from {@link #DEFAULT}. */
    public static Builder builder() {
        return DEFAULT.toBuilder();
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder {
        private int receiveBytes;
        private int sendBytes;
        private Duration patience;
        private ConnParam param;

        private Builder(ChannelOptions from) {
            receiveBytes = from.receiveBytes;
            sendBytes = from.sendBytes;
            patience = from.patience;
            param = from.param;
        }

        /** Sets the most bytes of the ring into which the peer writes. */
        public Builder receiveBytes(int bytes) {
            receiveBytes = bytes;
            return this;
        }

        /** Sets the most bytes of the ring from which is sent. */
        public Builder sendBytes(int bytes) {
            sendBytes = bytes;
            return this;
        }

        /** Sets how long connecting and closing wait. */
        public Builder patience(Duration time) {
            patience = time;
            return this;
        }

        /** Sets what is told to the peer; its private data are replaced. */
        public Builder param(ConnParam words) {
            param = words;
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public ChannelOptions build() {
            return new ChannelOptions(receiveBytes, sendBytes, patience, param);
        }
    }
}
