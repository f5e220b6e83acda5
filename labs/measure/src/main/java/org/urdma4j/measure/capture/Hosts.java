package org.urdma4j.measure.capture;

import java.util.ArrayList;
import java.util.List;

/** What goes from one host to another: its flows, and what of it the capture has cut off. */
final class Hosts {
    /** From whom to whom. */
    record Key(HostAddress source, HostAddress destination) {
        static Key of(Flow.Key key) {
            return new Key(key.source(), key.destination());
        }

        Key reversed() {
            return new Key(destination, source);
        }
    }

    final List<Flow> flows = new ArrayList<>(1);

    /** Some frames don't tell which flow they are of, or how many packets they hold. */
    boolean incomplete;

    /** Some answers don't tell what they answer. */
    boolean answersCut;
}
