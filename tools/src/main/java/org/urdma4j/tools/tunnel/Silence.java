package org.urdma4j.tools.tunnel;

import org.urdma4j.tunnel.site.TunnelReport;

import java.util.Optional;

/**
 * Tells, once each time, that no cells come though there are keys, and that they come again. Only
 * cells at a constant rate are missed. Asked once a second; not thread-safe.
 */
final class Silence {
    private static final int SECONDS = 5;

    private final boolean constant;
    private long received;
    private int silent;

    /**
     * Begins.
     *
     * @param constant whether the other end is taken to send at a constant rate, as this one does
     */
    Silence(boolean constant) {
        this.constant = constant;
    }

    Optional<String> news(TunnelReport report) {
        boolean heard = report.cellsReceived() != received;
        received = report.cellsReceived();
        boolean was = silent >= SECONDS;
        silent = heard || !report.connected() ? 0 : Math.min(silent + 1, SECONDS);
        if (!constant || was == (silent >= SECONDS)) {
            return Optional.empty();
        }
        if (was) {
            return heard ? Optional.of("cells come again") : Optional.empty();
        }
        return Optional.of("no cells have come for %d s; does UDP get through?".formatted(SECONDS));
    }
}
