package org.urdma4j.simulation.states;

import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;

import java.util.function.Predicate;

/** What happens to the paths while a queue pair is in some state. */
enum Event {
    NOTHING,
    FIRST_DIES,
    FIRST_DIES_THERE,
    FIRST_DIES_BACK,
    SECOND_DIES,
    /** For three round trips. */
    FIRST_DIES_AND_REVIVES,
    /** The second when the first is back. */
    ONE_AFTER_THE_OTHER,
    /** After seconds each. */
    ONE_LONG_AFTER_THE_OTHER,
    /** For five round trips. */
    ALL_DIE_AND_REVIVE,
    /** To a tenth of its rate. */
    FIRST_BECOMES_SLOW,
    /** Long packets are lost. */
    FIRST_NARROWS,
    /** All of three round trips. */
    GRANTS_LOST,
    EACH_SECOND_GRANT_LOST,
    /** The address translator forgets. */
    REBINDS;

    private static final Predicate<SimulatedPacket> GRANT =
            SimulatedPacket.matching(packet -> packet.opcode() == UrdmaOpcode.GRANT);
    private static final long SHORT_NS = 3 * Stage.ROUND_TRIP_NS;
    private static final long LONG_NS = 5 * Stage.ROUND_TRIP_NS;

    /** Returns whether it can happen at all. */
    boolean concerns(Kind kind) {
        return switch (this) {
            case NOTHING, ALL_DIE_AND_REVIVE, FIRST_BECOMES_SLOW, FIRST_NARROWS -> true;
            case GRANTS_LOST, EACH_SECOND_GRANT_LOST -> kind.granted;
            case REBINDS -> !kind.several();
            default -> kind.several();
        };
    }

    /** Returns whether one path has it, too, and shows what may come of it. */
    boolean concernsAll() {
        return this == ALL_DIE_AND_REVIVE || this == FIRST_BECOMES_SLOW;
    }

    /**
     * Returns how much longer everything may take at most because of it: four round trips for each
     * failure and each end that finds out; four more where timeouts do; two for new grants.
     */
    long laterNs(Situation situation, Kind kind) {
        boolean byTimeouts = this == REBINDS || (this == FIRST_NARROWS && !kind.several());
        int roundTrips = (byTimeouts ? 8 : 4) + (kind.granted ? 2 : 0);
        int failures = this == ONE_AFTER_THE_OTHER ? 2 : 1;
        long lastsNs = this == GRANTS_LOST ? SHORT_NS : 0; // nothing can arrive meanwhile
        return lastsNs + (long) roundTrips * failures * situation.turns() * Stage.ROUND_TRIP_NS;
    }

    void begin(Stage stage) {
        DuplexLink first = stage.links.getFirst();
        switch (this) {
            case NOTHING -> {
                // to be compared with
            }
            case FIRST_DIES -> die(first);
            case FIRST_DIES_THERE -> first.there().kill();
            case FIRST_DIES_BACK -> first.back().kill();
            case SECOND_DIES -> die(stage.links.get(1));
            case FIRST_DIES_AND_REVIVES -> {
                die(first);
                stage.later(SHORT_NS, () -> revive(first));
            }
            case ONE_AFTER_THE_OTHER -> {
                die(first);
                stage.later(SHORT_NS, () -> revive(first));
                stage.later(SHORT_NS + Stage.ROUND_TRIP_NS, () -> die(stage.links.get(1)));
            }
            case ONE_LONG_AFTER_THE_OTHER -> {
                die(first);
                stage.later(3 * Stage.SECOND, () -> revive(first));
                stage.later(8 * Stage.SECOND, () -> die(stage.links.get(1)));
            }
            case ALL_DIE_AND_REVIVE -> {
                stage.links.forEach(Event::die);
                stage.later(LONG_NS, () -> stage.links.forEach(Event::revive));
            }
            case FIRST_BECOMES_SLOW -> {
                first.there().rate(Stage.RATE / 10);
                first.back().rate(Stage.RATE / 10);
            }
            case FIRST_NARROWS -> {
                first.there().script(lose(Occurrence.all(), SimulatedPacket.longerThan(1500)));
                first.back().script(lose(Occurrence.all(), SimulatedPacket.longerThan(1500)));
            }
            case GRANTS_LOST -> {
                loseGrants(stage, Occurrence.all());
                stage.later(SHORT_NS, () -> loseGrants(stage, null));
            }
            case EACH_SECOND_GRANT_LOST -> loseGrants(stage, Occurrence.every(2));
            case REBINDS -> stage.translator.rebind(true);
        }
    }

    private static void loseGrants(Stage stage, Occurrence which) {
        for (DuplexLink link : stage.links) {
            link.there().script(lose(which, GRANT));
            link.back().script(lose(which, GRANT));
        }
    }

    private static Script<SimulatedPacket> lose(
            Occurrence which, Predicate<SimulatedPacket> packets) {
        Script<SimulatedPacket> script = new Script<>();
        return which == null ? script : script.drop("lost", which, packets);
    }

    private static void die(DuplexLink link) {
        link.there().kill();
        link.back().kill();
    }

    private static void revive(DuplexLink link) {
        link.there().revive();
        link.back().revive();
    }
}
