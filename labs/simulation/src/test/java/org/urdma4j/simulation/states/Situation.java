package org.urdma4j.simulation.states;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.verbs.AsyncEvent;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendWr;

import java.util.List;

/** What a queue pair is doing when something happens, and what it is to do then. */
enum Situation {
    /** Requests are posted at once. */
    IDLE,
    /** Requests are posted when nothing was heard for two seconds but signs of life. */
    IDLE_FOR_SECONDS,
    /** As long as paths that have failed aren't asked for any more. */
    IDLE_FOR_A_MINUTE,
    BUSY,
    /** Its SENDs wait for receives, which are posted at once. */
    BLOCKED,
    BLOCKED_FOR_SECONDS,
    /** The peer refuses a request behind a READ that isn't answered yet. */
    REFUSED,
    /** The answers that are owed then are many and short. */
    REFUSED_BEHIND_SHORT_ANSWERS,
    /** It goes to SQD and back. */
    SUSPENDED,
    /** The address translator has just forgotten. */
    MIGRATING;

    /** Before requests have arrived, when the peer has just refused, and among the answers. */
    private static final List<Long> MOMENTS = List.of(5 * Stage.MS, 12 * Stage.MS, 26 * Stage.MS);

    private static final int SENDS = 4;
    private static final int LARGE = 64 << 10;

    boolean concerns(Kind kind, Event event) {
        if (event == Event.ONE_LONG_AFTER_THE_OTHER) {
            return this == IDLE_FOR_A_MINUTE || this == BLOCKED_FOR_SECONDS;
        }
        return this != MIGRATING || !(kind.several() || event == Event.REBINDS);
    }

    private boolean isIdle() {
        return this == IDLE || this == IDLE_FOR_SECONDS || this == IDLE_FOR_A_MINUTE;
    }

    /**
     * Returns when an event is to happen, nanoseconds after what is under way began: one moment, or
     * with {@code -Dmoments=all} all of them.
     */
    List<Long> moments(Kind kind, Event event) {
        if (isIdle()) {
            return List.of(0L);
        }
        int cell =
                List.of(values()).indexOf(this)
                        + List.of(Kind.values()).indexOf(kind)
                        + List.of(Event.values()).indexOf(event);
        int one = cell % MOMENTS.size();
        return "all".equals(System.getProperty("moments")) ? MOMENTS : List.of(MOMENTS.get(one));
    }

    /** Returns how many ends find out one after the other that a path has failed, at most. */
    int turns() {
        return switch (this) {
            case IDLE, IDLE_FOR_SECONDS, IDLE_FOR_A_MINUTE, BUSY, MIGRATING ->
                    2; // who reads, and who answers
            case SUSPENDED -> 3; // and who reads again
            default -> 1;
        };
    }

    /**
     * Plays it.
     *
     * @param moment nanoseconds from the beginning of what is under way to the event
     */
    Outcome play(Stage stage, Event event, long moment) {
        switch (this) {
            case IDLE -> {
                event.begin(stage);
                askForAll(stage);
            }
            case IDLE_FOR_SECONDS -> {
                event.begin(stage);
                stage.pass(2 * Stage.SECOND);
                askForAll(stage);
            }
            case IDLE_FOR_A_MINUTE -> {
                event.begin(stage);
                stage.pass(60 * Stage.SECOND);
                askForAll(stage);
            }
            case BUSY -> {
                stage.later(moment, () -> event.begin(stage));
                askForMuch(stage);
            }
            case BLOCKED -> {
                sends(stage);
                stage.pass(moment);
                event.begin(stage);
                receives(stage);
            }
            case BLOCKED_FOR_SECONDS -> {
                sends(stage);
                stage.pass(moment);
                event.begin(stage);
                stage.pass(10 * Stage.SECOND);
                receives(stage);
            }
            case REFUSED -> {
                stage.later(moment, () -> event.begin(stage));
                stage.askToRead(1, 1 << 20, 1 << 20);
                refuse(stage);
            }
            case REFUSED_BEHIND_SHORT_ANSWERS -> {
                stage.later(moment, () -> event.begin(stage));
                for (int i = 0; i < 6; i++) {
                    stage.askToRead(1 + i, (1 << 20) + i * 65536L, 3000);
                }
                refuse(stage);
            }
            case SUSPENDED -> {
                askForMuch(stage);
                stage.later(moment, () -> event.begin(stage));
                stage.later(Stage.MS, () -> stage.left.qp.modify(to(QpState.SQD)));
                stage.later(Stage.MS, () -> stage.askToRead(90, 1 << 20, 8));
                return resume(stage);
            }
            case MIGRATING -> {
                stage.later(moment / 2, () -> stage.translator.rebind(true));
                stage.later(moment, () -> event.begin(stage));
                askForMuch(stage);
            }
        }
        return stage.finish();
    }

    private static Outcome resume(Stage stage) {
        long beginNs = stage.network.time().nowNs();
        boolean drained = stage.network.runUntil(() -> drained(stage), 60 * Stage.SECOND);
        assertThat(drained).as("drained").isTrue();
        stage.left.qp.modify(to(QpState.RTS));
        long suspendedNs = stage.network.time().nowNs() - beginNs;
        Outcome rest = stage.finish();
        return new Outcome(
                rest.left(), rest.right(), rest.received(), rest.states(), suspendedNs + rest.ns());
    }

    private static boolean drained(Stage stage) {
        for (AsyncEvent event = stage.left.context.pollAsyncEvent(); event != null; ) {
            if (event.eventType() == EventType.SQ_DRAINED) {
                return true;
            }
            event = stage.left.context.pollAsyncEvent();
        }
        return false;
    }

    private static QpAttr to(QpState state) {
        QpAttr attr = new QpAttr().qpState(state);
        return state == QpState.SQD ? attr.enSqdAsyncNotify(true) : attr;
    }

    private static void askForAll(Stage stage) {
        stage.receive(Stage.RECEIVES, 4096);
        stage.ask(stage.left.write(stage.right, 0, 4096).wrId(1));
        stage.ask(stage.send(2, 4096));
        stage.askToRead(3, 1 << 20, 65536);
        stage.askBack(stage.right.write(stage.left, 512 << 10, 4096).wrId(60));
    }

    private static void askForMuch(Stage stage) {
        for (int i = 0; i < SENDS; i++) {
            long at = (long) i * LARGE; // WRITEs to one place would wait for each other
            stage.ask(stage.left.write(stage.right, at, LARGE).wrId(1 + i));
            stage.askBack(stage.right.write(stage.left, at + (512 << 10), LARGE).wrId(60 + i));
        }
        stage.askToRead(20, 1 << 20, 512 << 10);
    }

    private static void sends(Stage stage) {
        for (int i = 0; i < SENDS; i++) {
            stage.ask(stage.send(1 + i, 10_000));
        }
    }

    private static void receives(Stage stage) {
        for (int i = 0; i < SENDS; i++) {
            stage.receive(Stage.RECEIVES + i, 10_000);
        }
    }

    private static void refuse(Stage stage) {
        SendWr bad = stage.left.write(stage.right, 0, 8).wrId(30);
        stage.ask(bad.rdma(stage.right.region.addr(), stage.right.region.rkey() ^ 0x5555));
        stage.ask(stage.left.write(stage.right, 0, 8).wrId(31));
    }
}
