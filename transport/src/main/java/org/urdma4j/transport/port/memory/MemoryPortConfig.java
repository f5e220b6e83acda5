package org.urdma4j.transport.port.memory;

import org.urdma4j.transport.port.pipeline.PortOptions;

import java.util.Objects;

/**
 * How a {@link MemoryPort} is opened. Immutable; start from {@link #builder}.
 *
 * @param options what every port has; the buffer is what may wait to be taken, more is dropped
 */
public record MemoryPortConfig(PortOptions options) {
    /** As much as a UDP socket that was granted 4 MiB. */
    public static final int DEFAULT_INBOX_BYTES = 8 << 20;

    public MemoryPortConfig {
        Objects.requireNonNull(options, "options");
    }

    /** Starts from the defaults: {@link #DEFAULT_INBOX_BYTES}, secure random. */
    public static Builder builder() {
        return new Builder(PortOptions.buffering(DEFAULT_INBOX_BYTES));
    }

    public Builder toBuilder() {
        return new Builder(options);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder extends PortOptions.Builder<Builder> {
        private Builder(PortOptions from) {
            super(from);
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public MemoryPortConfig build() {
            return new MemoryPortConfig(options());
        }
    }
}
