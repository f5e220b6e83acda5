package org.urdma4j.interop;

import org.urdma4j.interop.guest.Guest;
import org.urdma4j.interop.play.Outcome;

import java.io.IOException;
import java.util.Optional;

/** What was put between both ends for some cases; gone when it is closed. */
interface Between extends AutoCloseable {
    /** Returns the guest as it is seen, and reached, from where our process is. */
    Guest guest();

    /** Ends what is between and judges what was seen of it, if there is anything to judge. */
    default Optional<Outcome> check() throws InterruptedException {
        return Optional.empty();
    }

    @Override
    void close() throws IOException;

    /** Returns what needs nothing but the guest. */
    static Between nothing(Guest guest) {
        return new Between() {
            @Override
            public Guest guest() {
                return guest;
            }

            @Override
            public void close() {
                // nothing was made
            }
        };
    }
}
