package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.scenario.Scenario.ROUND_TRIP_NS;
import static org.urdma4j.simulation.scenario.Scenario.SENDING_NS;
import static org.urdma4j.simulation.scenario.Scenario.TIMEOUT_NS;
import static org.urdma4j.simulation.scenario.Scenario.count;
import static org.urdma4j.simulation.scenario.Scenario.packet;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.transport.counter.Counter;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Every packet of every operation lost, once or again when it is sent again, with another message
 * behind it or without; each with the sequence numbers wrapping before, within and behind. How the
 * loss is noticed follows from IBTA 1.4 §9.7.5: by a NAK if a later request arrives, by a gap in
 * the answers if a later answer does, otherwise by the timer.
 */
class LostPacketTest {
    /** Which packets are lost. */
    enum Lost {
        REQUEST,
        READ_RESPONSE,
        ACK,
        ATOMIC_ACK
    }

    /** How it is noticed. */
    enum Noticed {
        NEVER,
        BY_NAK,
        BY_GAP,
        BY_TIMER
    }

    /**
     * @param packets of the message, requests or READ responses
     * @param index of the one that is lost
     * @param followed whether a WRITE comes behind the message
     * @param times how often it is lost
     * @param beforeWrap how many sequence numbers are left before the wrap
     */
    record Loss(
            Kind kind,
            int packets,
            Lost lost,
            int index,
            boolean followed,
            int times,
            int beforeWrap) {
        private boolean lastPacket() {
            return index + 1 == packets;
        }

        Noticed noticed() {
            return switch (lost) {
                case REQUEST ->
                        followed || (kind != Kind.READ && !lastPacket())
                                ? Noticed.BY_NAK
                                : Noticed.BY_TIMER;
                case READ_RESPONSE -> followed || !lastPacket() ? Noticed.BY_GAP : Noticed.BY_TIMER;
                case ATOMIC_ACK -> followed ? Noticed.BY_GAP : Noticed.BY_TIMER;
                case ACK -> followed ? Noticed.NEVER : Noticed.BY_TIMER;
            };
        }

        /** A responder sends one NAK for a gap, however often it finds the packet missing. */
        int naks() {
            return noticed() == Noticed.BY_NAK ? 1 : 0;
        }

        /** A gap brings the requester back once; then its timer does, and it looks out again. */
        int gaps() {
            return noticed() == Noticed.BY_GAP ? (times + 1) / 2 : 0;
        }

        int timeouts() {
            return noticed() == Noticed.NEVER ? 0 : times - naks() - gaps();
        }

        /** Each recovery repeats what is not acknowledged, from the missing packet on. */
        int sentAgain() {
            int behind = followed ? 1 : 0;
            return switch (lost) {
                case READ_RESPONSE, ATOMIC_ACK -> times * (1 + behind);
                case ACK -> timeouts() * (packets - acknowledgedBefore());
                case REQUEST -> {
                    if (kind == Kind.READ) {
                        yield times * (1 + behind);
                    }
                    // the timer alone tells of nothing that arrived; what it repeats does
                    int unknown = noticed() == Noticed.BY_TIMER ? index - acknowledgedBefore() : 0;
                    yield unknown + times * (packets - index + behind);
                }
            };
        }

        /** An acknowledgement is asked for at every 32nd sequence number, the wrap among them. */
        private int acknowledgedBefore() {
            return beforeWrap < index ? beforeWrap + 1 : 0;
        }

        Predicate<TransportPacket> victim(Scenario scenario) {
            Predicate<TransportPacket> place = packet -> packet.psn() == scenario.psn(1 + index);
            return place.and(
                    switch (lost) {
                        case REQUEST -> packet -> packet.has(Opcode.REQUEST);
                        case READ_RESPONSE -> packet -> packet.has(Opcode.READ_RESPONSE);
                        case ACK -> packet -> packet.opcode() == Opcode.RC_ACKNOWLEDGE;
                        case ATOMIC_ACK -> packet -> packet.has(Opcode.ATOMIC_ACK_ETH);
                    });
        }

        @Override
        public String toString() {
            return "%s %d of %d of %s lost %d times%s, %d before the wrap"
                    .formatted(
                            lost,
                            index,
                            packets,
                            kind,
                            times,
                            followed ? ", followed" : "",
                            beforeWrap);
        }
    }

    static List<Loss> losses() {
        List<Loss> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int packets : kind.isAtomic() ? new int[] {1} : new int[] {1, 2, 5}) {
                for (int beforeWrap : new int[] {1000, 0, 1, 2, 4, 5}) {
                    addAll(all, kind, packets, beforeWrap);
                }
            }
        }
        return all;
    }

    private static void addAll(List<Loss> all, Kind kind, int packets, int beforeWrap) {
        for (int times = 1; times <= 3; times++) {
            for (boolean followed : new boolean[] {false, true}) {
                int requests = kind == Kind.READ ? 1 : packets;
                for (int i = 0; i < requests; i++) {
                    all.add(new Loss(kind, packets, Lost.REQUEST, i, followed, times, beforeWrap));
                }
                if (kind == Kind.READ) {
                    for (int i = 0; i < packets; i++) {
                        all.add(
                                new Loss(
                                        kind,
                                        packets,
                                        Lost.READ_RESPONSE,
                                        i,
                                        followed,
                                        times,
                                        beforeWrap));
                    }
                } else if (kind.isAtomic()) {
                    all.add(new Loss(kind, 1, Lost.ATOMIC_ACK, 0, followed, times, beforeWrap));
                } else if (times == 1 || (!followed && packets == 1)) {
                    all.add(
                            new Loss(
                                    kind,
                                    packets,
                                    Lost.ACK,
                                    packets - 1,
                                    followed,
                                    times,
                                    beforeWrap));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("losses")
    void shouldRecover(Loss loss) {
        // the sequence number before the first goes to the introduction
        Scenario scenario = new Scenario(Psn.add(0, -loss.beforeWrap() - 1)).introduce(1);
        boolean request = loss.lost() == Lost.REQUEST;
        (request ? scenario.there : scenario.back)
                .drop("victim", Occurrence.upTo(loss.times()), packet(loss.victim(scenario)));

        scenario.post(loss.kind(), loss.packets());
        if (loss.followed()) {
            scenario.post(Kind.WRITE, 1);
        }
        scenario.run();

        scenario.assertAllDone();
        var script = request ? scenario.there : scenario.back;
        assertThat(script.rules().getFirst().fired()).isEqualTo(loss.times());
        assertNoticed(loss, scenario);
        assertSentAgain(loss, scenario);
    }

    private static void assertNoticed(Loss loss, Scenario scenario) {
        assertThat(count(scenario.a, Counter.RCVD_SEQ_ERR))
                .as("NAKs\n%s", scenario.log)
                .isEqualTo(loss.naks());
        assertThat(count(scenario.a, Counter.IMPLIED_NAK_SEQ_ERR))
                .as("implied NAKs\n%s", scenario.log)
                .isEqualTo(loss.gaps());
        assertThat(count(scenario.a, Counter.LOCAL_ACK_TIMEOUT_ERR))
                .as("timeouts\n%s", scenario.log)
                .isEqualTo(loss.timeouts());
        long leastNs = ROUND_TRIP_NS + loss.timeouts() * TIMEOUT_NS;
        int recoveries = loss.naks() + loss.gaps() + loss.timeouts();
        assertThat(scenario.finishedNs())
                .as("time\n%s", scenario.log)
                .isBetween(
                        leastNs,
                        leastNs + recoveries * ROUND_TRIP_NS + (1 + recoveries) * SENDING_NS);
    }

    private static void assertSentAgain(Loss loss, Scenario scenario) {
        assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS))
                .as("sent again\n%s", scenario.log)
                .isEqualTo(loss.sentAgain());
        int packets = loss.kind() == Kind.READ ? loss.packets() : 0;
        // answers behind a gap are not taken: they come again with the missing one
        int again = loss.lost() == Lost.READ_RESPONSE ? loss.packets() - loss.index() : 0;
        assertThat(scenario.log.count(seen -> seen.has(Opcode.READ_RESPONSE)))
                .as("READ responses\n%s", scenario.log)
                .isEqualTo(packets + loss.times() * again);
    }
}
