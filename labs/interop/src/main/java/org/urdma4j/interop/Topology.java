package org.urdma4j.interop;

import org.urdma4j.interop.guest.Guest;
import org.urdma4j.interop.guest.GuestScript;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What is between our process and the guests, or between two guests. */
enum Topology {
    /** The guest's own link. */
    DIRECT,

    /** A router with netem, which our process is behind. */
    BEHIND_THE_ROUTER,

    /** The same, which a program beside the guest goes over. */
    BESIDE_THE_ROUTER,

    /** A long link with gateways inside its emulator. */
    GATEWAYS,

    /** A long link with two gateways that are processes. */
    TWO_GATEWAYS,

    /** A tunnel between two guests. */
    TUNNEL_OF_GUESTS,

    /** A long link with gateways between two guests. */
    GATEWAYS_OF_GUESTS;

    /** Boots who is needed; returns the guest with what is said of it. */
    Guest up(GuestScript script) throws IOException, InterruptedException {
        return switch (this) {
            case DIRECT, GATEWAYS, TWO_GATEWAYS -> script.guest();
            case BEHIND_THE_ROUTER, BESIDE_THE_ROUTER -> script.router();
            case TUNNEL_OF_GUESTS, GATEWAYS_OF_GUESTS -> script.second();
        };
    }

    /**
     * Makes the way, as far as the guests don't have it already.
     *
     * @param urdma what starts the urdma command, without arguments
     * @param captures folder for what is captured
     */
    Between open(Guest guest, List<String> urdma, Path captures)
            throws IOException, InterruptedException {
        return switch (this) {
            case DIRECT, BEHIND_THE_ROUTER, BESIDE_THE_ROUTER -> Between.nothing(guest);
            case GATEWAYS, TWO_GATEWAYS, GATEWAYS_OF_GUESTS -> LongLink.open(this, guest, urdma);
            case TUNNEL_OF_GUESTS -> SiteTunnel.open(guest, urdma, captures);
        };
    }

    /** Returns whether our process is at a far end, in a namespace of its own. */
    boolean isFar() {
        return this == BEHIND_THE_ROUTER || this == GATEWAYS || this == TWO_GATEWAYS;
    }
}
