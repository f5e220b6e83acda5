package org.urdma4j.tools.copy;

import org.urdma4j.copy.rate.RateLimit;

import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** What keys do to the rate of a copy that runs. One thread. */
final class RateKeys {
    /** Below it a chunk would take minutes. */
    static final long LEAST = 100_000;

    private static final double MORE = 1.25;

    private final RateLimit limit;
    private final DoubleSupplier current;
    private final Consumer<String> told;

    /**
     * @param current rate in bit/s, from which {@code -} begins when there is no limit
     * @param told of each new limit
     */
    RateKeys(RateLimit limit, DoubleSupplier current, Consumer<String> told) {
        this.limit = limit;
        this.current = current;
        this.told = told;
    }

    /** Takes a key: {@code +} a quarter more, {@code -} a fifth less, {@code 0} no limit. */
    void press(int key) {
        switch (key) {
            case '+' -> {
                if (limit.bitsPerSecond() > 0) {
                    set(limit.bitsPerSecond() * MORE);
                }
            }
            case '-' -> {
                long now = limit.bitsPerSecond();
                set((now > 0 ? now : current.getAsDouble()) / MORE);
            }
            case '0' -> set(0);
            default -> {}
        }
    }

    private void set(double rate) {
        long next = rate == 0 ? 0 : Math.max(LEAST, Math.round(rate));
        limit.set(next);
        told.accept(text(next));
    }

    static String text(long rate) {
        return rate == 0 ? "no limit" : "limit " + Amounts.rate((double) rate);
    }
}
