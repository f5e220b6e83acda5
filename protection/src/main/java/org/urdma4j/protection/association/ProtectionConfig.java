package org.urdma4j.protection.association;

import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.protection.credentials.Credentials;
import org.urdma4j.protection.credentials.PeerTrust;
import org.urdma4j.protection.credentials.SpkiPin;
import org.urdma4j.protection.shape.Shape;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How a device is protected. Immutable; start from {@link #builder}.
 *
 * @param credentials what it proves itself with
 * @param policy what it does about peers without keys
 * @param epochBits packets of an epoch, as a power of two, 8 to 22
 * @param epochTime longest time of an epoch, 1 s to 24 h
 * @param generationTime time between handshakes, 1 s to 12 h
 * @param keyPort TCP port that it listens on and connects to, 1 to 65,535; 0 takes a free one, for
 *     tests
 * @param listener where it listens, if it does
 * @param peerName that a peer's certificate must have, if any
 * @param peerPin of the key that a peer's certificate must have, if any; then authorities don't
 *     count
 * @param keyLog file that secrets are written to for captures to be read, if any
 * @param shape what the packets of queue pairs look like from outside
 * @param ciphers what seals packets
 */
public record ProtectionConfig(
        Credentials credentials,
        ProtectionPolicy policy,
        int epochBits,
        Duration epochTime,
        Duration generationTime,
        int keyPort,
        KeyListener listener,
        Optional<String> peerName,
        Optional<SpkiPin> peerPin,
        Optional<Path> keyLog,
        Shape shape,
        Supplier<CipherSource> ciphers) {
    /** TCP port of associations, the number of RoCEv2's UDP port. */
    public static final int KEY_PORT = 4791;

    private static final int LEAST_EPOCH_BITS = 8;
    private static final int MOST_EPOCH_BITS = 22;
    private static final int MOST_PORT = 0xffff;
    private static final Duration SECOND = Duration.ofSeconds(1);

    public ProtectionConfig {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(listener, "listener");
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(ciphers, "ciphers");
        if (epochBits < LEAST_EPOCH_BITS || epochBits > MOST_EPOCH_BITS) {
            throw new IllegalArgumentException(
                    "an epoch has 2^8 to 2^22 packets, not 2^" + epochBits);
        }
        check("an epoch", epochTime, Duration.ofHours(24));
        check("a generation", generationTime, Duration.ofHours(12));
        if (keyPort < 0 || keyPort > MOST_PORT) {
            throw new IllegalArgumentException("a TCP port is 1 to 65535, not " + keyPort);
        }
        var _ = PeerTrust.of(credentials, peerPin, peerName);
    }

    private static void check(String what, Duration time, Duration most) {
        if (time.compareTo(SECOND) < 0 || time.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "%s lasts 1 s to %d h, not %s".formatted(what, most.toHours(), time));
        }
    }

    /**
     * Starts from the defaults: required, epochs of 2^22 packets and 10 minutes, generations of an
     * hour, port 4791 of the device's own, no name, pin or key log, no shape.
     *
     * @param credentials what the device proves itself with
     * @param ciphers what seals packets
     */
    public static Builder builder(Credentials credentials, Supplier<CipherSource> ciphers) {
        return new Builder(credentials, ciphers);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder {
        private final Credentials credentials;
        private final Supplier<CipherSource> ciphers;
        private ProtectionPolicy policy = ProtectionPolicy.REQUIRED;
        private int epochBits = MOST_EPOCH_BITS;
        private Duration epochTime = Duration.ofMinutes(10);
        private Duration generationTime = Duration.ofHours(1);
        private int keyPort = KEY_PORT;
        private KeyListener listener = KeyListener.OWN;
        private Optional<String> peerName = Optional.empty();
        private Optional<SpkiPin> peerPin = Optional.empty();
        private Optional<Path> keyLog = Optional.empty();
        private Shape shape = Shape.NONE;

        private Builder(Credentials credentials, Supplier<CipherSource> ciphers) {
            this.credentials = Objects.requireNonNull(credentials, "credentials");
            this.ciphers = ciphers;
        }

        /** Sets what is done about peers without keys. */
        public Builder policy(ProtectionPolicy what) {
            policy = what;
            return this;
        }

        /**
         * Sets how many packets an epoch has: a power of two, 2^8 to 2^22.
         *
         * @throws IllegalArgumentException if it is none
         */
        public Builder epochPackets(int packets) {
            if (Integer.bitCount(packets) != 1) {
                throw new IllegalArgumentException(
                        "an epoch has a power of two of packets, not " + packets);
            }
            epochBits = Integer.numberOfTrailingZeros(packets);
            return this;
        }

        /** Sets the longest time of an epoch, 1 s to 24 h. */
        public Builder epochTime(Duration time) {
            epochTime = time;
            return this;
        }

        /** Sets the time between handshakes, 1 s to 12 h. */
        public Builder generationTime(Duration time) {
            generationTime = time;
            return this;
        }

        public Builder keyPort(int port) {
            keyPort = port;
            return this;
        }

        /** Sets where others are let in to agree on keys, instead of a port of the device's own. */
        public Builder listener(KeyListener where) {
            listener = where;
            return this;
        }

        public Builder peerName(String name) {
            peerName = Optional.of(name);
            return this;
        }

        /** Sets the key that a peer's certificate must have, whoever signed it. */
        public Builder peerPin(SpkiPin pin) {
            peerPin = Optional.of(pin);
            return this;
        }

        public Builder keyLog(Path file) {
            keyLog = Optional.of(file);
            return this;
        }

        /** Sets what the packets of queue pairs look like from outside. */
        public Builder shape(Shape what) {
            shape = what;
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range, or nobody's certificate
         *     would be believed
         */
        public ProtectionConfig build() {
            return new ProtectionConfig(
                    credentials,
                    policy,
                    epochBits,
                    epochTime,
                    generationTime,
                    keyPort,
                    listener,
                    peerName,
                    peerPin,
                    keyLog,
                    shape,
                    ciphers);
        }
    }
}
