package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.Bursts;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WcStatus;

import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Idle connections over paths that lose packets, now and then all of them: none ends that has a
 * path, and both ends of one that has none do.
 */
class KeepAliveSeedsTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1000 * MILLISECOND;
    private static final long HOUR = 3600 * SECOND;
    private static final long INTERVAL_NS = 15 * SECOND;
    private static final long LIMIT_NS = 3 * INTERVAL_NS;

    /** After a turn without a sign, the next question comes so much later. */
    private static final long TURN_NS = INTERVAL_NS / 4;

    enum Profile {
        URDMA,
        STANDARD
    }

    /** Two ends that have done some work, and do nothing from then on. */
    private static final class Idle {
        final SimulatedNetwork network;
        final Peer a;
        final Peer b;

        Idle(long seed, Profile profile, LinkConfig there, LinkConfig back) {
            network = new SimulatedNetwork(seed, PayloadMover.COPYING);
            network.connect(
                    network.host("a", EngineConfig.DEFAULT),
                    network.host("b", EngineConfig.DEFAULT),
                    there,
                    back);
            a = new Peer(network.hosts().get(0), 1 << 16);
            b = new Peer(network.hosts().get(1), 1 << 16);
            QpAttr options =
                    new QpAttr()
                            .urdmaTuning(
                                    UrdmaTuning.builder().keepAlive(KeepAlive.DEFAULT).build());
            if (profile == Profile.URDMA) {
                options.urdmaOffer(UrdmaOffer.DEFAULT).urdmaPeerOffer(UrdmaOffer.DEFAULT);
            } else {
                options.timeout(19); // 2.1 s, longer than most bursts
            }
            Peer.connect(a, b, 100, 200, options);
        }

        void write() {
            a.post(a.write(b, 0, 20_000));
            assertThat(network.runUntil(() -> a.completions(1), 60 * SECOND)).isTrue();
            assertThat(a.only().status()).isEqualTo(WcStatus.SUCCESS);
        }

        void pass(long ns) {
            network.time().runUntil(network.time().nowNs() + ns);
        }

        void checkAlive(Object what) {
            assertThat(a.qp.state()).as("%s", what).isEqualTo(QpState.RTS);
            assertThat(b.qp.state()).as("%s", what).isEqualTo(QpState.RTS);
        }
    }

    private static LinkConfig link(SplittableRandom random) {
        return LinkConfig.builder()
                .rate(1_000_000_000)
                .delay(random.nextLong(100_000, 150 * MILLISECOND))
                .build();
    }

    private static LongStream seeds() {
        return Seeds.of(20, 100);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLiveForHoursWithLoss(Profile profile) {
        seeds().forEach(seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            LossSpec loss =
                    random.nextBoolean()
                            ? new Bernoulli(0.05)
                            : new Bursts(60 * SECOND, random.nextLong(SECOND / 10, SECOND), 1);
            LinkConfig link = link(random).toBuilder().loss(loss).build();
            Idle idle = new Idle(seed, profile, link, link);
            idle.write();
            idle.pass(5 * HOUR);
            idle.checkAlive("seed %d, %s".formatted(seed, loss));
            long asked =
                    idle.a.host.counters().get(Counter.PROBES_SENT)
                            + idle.b.host.counters().get(Counter.PROBES_SENT);
            assertThat(asked).as("seed %d", seed).isBetween(1_100L, 3_000L);
            idle.write();
        });
    }

    /** Of one way or both, at any moment of the interval. */
    @ParameterizedTest
    @EnumSource
    void shouldSurviveOutagesShorterThanTheLimit(Profile profile) {
        seeds().forEach(seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            long startNs = random.nextLong(10 * SECOND, 200 * SECOND);
            long longestNs = LIMIT_NS - INTERVAL_NS - TURN_NS - SECOND;
            long lengthNs = random.nextLong(longestNs / 2, longestNs);
            LinkConfig clean = link(random);
            LinkConfig dark = clean.toBuilder().blackout(startNs, lengthNs).build();
            int ways = random.nextInt(1, 4);
            Idle idle =
                    new Idle(
                            seed,
                            profile,
                            (ways & 1) == 0 ? clean : dark,
                            (ways & 2) == 0 ? clean : dark);
            idle.write();
            idle.pass(startNs + lengthNs + 300 * SECOND);
            idle.checkAlive("seed %d, ways %d, %d ns".formatted(seed, ways, lengthNs));
            idle.write();
        });
    }

    /** However the path is lost: one end that gives up falls silent, and so the other one does. */
    @ParameterizedTest
    @EnumSource
    void shouldEndOnBothEndsWithoutAPath(Profile profile) {
        seeds().forEach(seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            long startNs = random.nextLong(10 * SECOND, 200 * SECOND);
            LinkConfig clean = link(random);
            LinkConfig dark = clean.toBuilder().blackout(startNs, 100 * HOUR).build();
            int ways = random.nextInt(1, 4);
            Idle idle =
                    new Idle(
                            seed,
                            profile,
                            (ways & 1) == 0 ? clean : dark,
                            (ways & 2) == 0 ? clean : dark);
            idle.write();
            long deadNs = (ways == 3 ? 1 : 2) * LIMIT_NS + 2 * SECOND;
            idle.pass(startNs - idle.network.time().nowNs() + deadNs);
            assertThat(idle.a.qp.state()).as("seed %d", seed).isEqualTo(QpState.ERR);
            assertThat(idle.b.qp.state()).as("seed %d", seed).isEqualTo(QpState.ERR);
        });
    }
}
