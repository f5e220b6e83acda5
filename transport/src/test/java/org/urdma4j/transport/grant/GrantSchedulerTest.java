package org.urdma4j.transport.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.urdma4j.transport.grant.GrantScheduler.QUANTUM;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** A port of 1 Gbit/s; senders at 20 ms unless a test says otherwise. */
class GrantSchedulerTest {
    private static final long MS = 1_000_000;
    private static final long RATE = 1_000_000_000;
    private static final long RTT_NS = 20 * MS;
    private static final long BDP = RATE / 8 / 50;
    private static final double QUANTUM_NS = QUANTUM * 8 / 0.99;
    private static final long MUCH = 1L << 40;

    private final TreeSet<Integer> woken = new TreeSet<>();
    private final GrantScheduler port = new GrantScheduler(woken::add);
    private long nowNs = 1000 * MS;

    GrantSchedulerTest() {
        port.rate(RATE);
    }

    private GrantedSender sender(int key) {
        GrantedSender sender = port.join(key);
        sender.onRoundTrip(RTT_NS, nowNs);
        return sender;
    }

    private List<GrantedSender> senders(int count) {
        List<GrantedSender> senders = new ArrayList<>();
        for (int key = 0; key < count; key++) {
            senders.add(sender(key));
        }
        return senders;
    }

    /** Lets time go by, with the ticks of these. */
    private void run(long ns, GrantedSender... ticked) {
        long untilNs = nowNs + ns;
        while (true) {
            long dueNs = port.nextNs();
            for (GrantedSender sender : ticked) {
                dueNs = Math.min(dueNs, sender.tickNs());
            }
            if (dueNs > untilNs) {
                break;
            }
            nowNs = Math.max(nowNs, dueNs);
            for (GrantedSender sender : ticked) {
                if (sender.tickNs() <= nowNs) {
                    port.onTick(sender, nowNs);
                }
            }
            port.onTimer(nowNs);
        }
        nowNs = untilNs;
    }

    private void arrive(GrantedSender sender, long total) {
        port.onArrived(sender, total, 1000, 1000, nowNs);
    }

    @Test
    void shouldGrantALittleLessThanThePortTakes() {
        GrantedSender sender = sender(1);
        port.onDemand(sender, MUCH, 0, nowNs);
        assertThat(sender.granted()).isEqualTo(QUANTUM);
        assertThat(woken).containsExactly(1);

        run((long) (10.5 * QUANTUM_NS));

        assertThat(sender.granted()).isEqualTo(11 * QUANTUM);
    }

    /** What the network adds to small packets is the port's to carry, too. */
    @Test
    void shouldCountWhatTheNetworkAdds() {
        GrantedSender sender = sender(1);
        port.onArrived(sender, 100, 100, 200, nowNs);
        port.onDemand(sender, MUCH, 0, nowNs);

        run((long) (10.5 * QUANTUM_NS));

        assertThat(sender.granted()).isEqualTo(100 + 6 * QUANTUM);
    }

    @Test
    void sendersShouldTakeTurns() {
        List<GrantedSender> senders = senders(3);
        senders.forEach(sender -> port.onDemand(sender, MUCH, 0, nowNs));

        run((long) (29.5 * QUANTUM_NS));

        assertThat(senders)
                .allSatisfy(sender ->
                        assertThat((double) sender.granted())
                                .isCloseTo(10.0 * QUANTUM, within(1.0 * QUANTUM)));
    }

    @Test
    void whatIsOutShouldBeBounded() {
        List<GrantedSender> senders = senders(3);
        port.onDemand(senders.get(0), MUCH, 0, nowNs);
        run(1000 * MS);
        assertThat((double) senders.get(0).granted()).isCloseTo(BDP, within(1.0 * QUANTUM));

        port.onDemand(senders.get(1), MUCH, 0, nowNs);
        port.onDemand(senders.get(2), MUCH, 0, nowNs);
        run(1000 * MS);
        assertThat(port.out()).isBetween(1.5, 1.5 + 1.0 * QUANTUM / BDP);

        arrive(senders.get(0), 4 * QUANTUM);
        run(1000 * MS);
        assertThat(port.out()).isBetween(1.5, 1.5 + 1.0 * QUANTUM / BDP);
    }

    /** A near sender needs few bytes to be busy; a far one is not to wait for it. */
    @Test
    void nearAndFarShouldShareThePort() {
        GrantedSender near = port.join(1);
        near.onRoundTrip(MS, nowNs);
        GrantedSender far = sender(2);
        port.onDemand(near, MUCH, 0, nowNs);
        port.onDemand(far, MUCH, 0, nowNs);
        run(1000 * MS);

        assertThat(near.granted()).isBetween(2 * QUANTUM, 3 * QUANTUM);
        assertThat((double) far.granted()).isGreaterThan(0.45 * BDP);
    }

    @Test
    void demandsDoubledOrSmallerShouldGrantNothingMoreAndSayAgainWhatWas() {
        GrantedSender sender = sender(1);
        port.onDemand(sender, 3 * QUANTUM, 0, nowNs);
        run(100 * MS);
        sender.onTold();
        long before = port.grantedBytes();

        port.onDemand(sender, 3 * QUANTUM, 0, nowNs);
        assertThat(sender.owed()).isTrue();
        port.onDemand(sender, QUANTUM, 0, nowNs);
        run(100 * MS);

        assertThat(sender.granted()).isEqualTo(3 * QUANTUM);
        assertThat(port.grantedBytes()).isEqualTo(before);
    }

    /** It takes all it can get and is never heard of again. */
    @Test
    void whatADeadSenderKeepsShouldGoToOthers() {
        List<GrantedSender> senders = senders(3);
        GrantedSender dead = senders.get(0);
        GrantedSender alsoDead = senders.get(1);
        port.onDemand(dead, MUCH, 0, nowNs);
        port.onDemand(alsoDead, MUCH, 0, nowNs);
        run(40 * MS, dead, alsoDead);
        port.onDemand(senders.get(2), MUCH, 0, nowNs);
        run(200 * MS, dead, alsoDead);

        assertThat(port.reclaimedBytes()).isEqualTo(dead.granted() + alsoDead.granted());
        assertThat(dead.granted()).isLessThan(BDP + QUANTUM);
        assertThat((double) senders.get(2).granted()).isGreaterThan(0.9 * BDP);
        arrive(dead, dead.granted());
        assertThat(port.out()).isBetween(0.9, 1.1);
    }

    @Test
    void aSenderShouldGiveBack() {
        GrantedSender sender = sender(1);
        port.onDemand(sender, MUCH, 0, nowNs);
        run(5 * MS);
        arrive(sender, QUANTUM);
        port.onReturned(sender, 2 * QUANTUM, 0, nowNs);

        assertThat(sender.granted()).isEqualTo(2 * QUANTUM);
        assertThat(port.out()).isCloseTo((double) QUANTUM / BDP, within(0.001));
        run(100 * MS);
        assertThat(sender.granted()).isEqualTo(2 * QUANTUM);
        port.onDemand(sender, 4 * QUANTUM, 0, nowNs);
        run(100 * MS);
        assertThat(sender.granted()).isEqualTo(4 * QUANTUM);
    }

    @Test
    void whatIsLostShouldBeOutNoMoreEvenIfItArrivesLate() {
        GrantedSender sender = sender(1);
        port.onDemand(sender, MUCH, 0, nowNs);
        run(100 * MS);
        long before = sender.granted();
        arrive(sender, before / 2);
        port.onDemand(sender, MUCH, before - before / 2, nowNs);
        assertThat(port.out()).isCloseTo((double) QUANTUM / BDP, within(0.001));
        run(100 * MS);
        assertThat((double) sender.granted())
                .isCloseTo((double) before + BDP, within(1.0 * QUANTUM));

        arrive(sender, before);
        port.onDemand(sender, MUCH, 0, nowNs);
        assertThat(port.out()).isBetween(0.9, 1.1);
    }

    @Test
    void whatCameTwiceShouldGrantNothingMore() {
        GrantedSender sender = sender(1);
        port.onDemand(sender, MUCH, 0, nowNs);
        run(100 * MS);
        arrive(sender, 4 * QUANTUM);
        port.onDemand(sender, MUCH, -2 * QUANTUM, nowNs);
        run(100 * MS);

        assertThat((double) sender.granted()).isCloseTo(2.0 * QUANTUM + BDP, within(1.0 * QUANTUM));
    }

    @Test
    void lateLoopsShouldCatchUpALittle() {
        GrantedSender sender = sender(1);
        port.onDemand(sender, MUCH, 0, nowNs);
        nowNs += 10 * MS;
        port.onTimer(nowNs);
        assertThat(sender.granted()).isEqualTo(QUANTUM + 4 * QUANTUM);
    }

    @Test
    void shouldGrantWhatIsAskedForAtAnUnknownPort() {
        port.rate(0);
        GrantedSender sender = sender(1);
        port.onDemand(sender, MUCH, 0, nowNs);
        assertThat(sender.granted()).isEqualTo(MUCH);
        assertThat(port.nextNs()).isEqualTo(Long.MAX_VALUE);
    }

    /** Messages that no honest sender writes end nothing and stop nobody. */
    @Test
    void shouldStandNonsense() {
        List<GrantedSender> senders = senders(2);
        GrantedSender liar = senders.get(0);
        long[] values = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 62};
        for (long lost : values) {
            for (long total : values) {
                port.onDemand(liar, Math.max(0, total), lost, nowNs);
                port.onReturned(liar, Math.max(0, total), lost, nowNs);
                run(MS, liar);
            }
        }
        port.onDemand(liar, Long.MAX_VALUE, Long.MAX_VALUE, nowNs);
        port.onDemand(senders.get(1), MUCH, 0, nowNs);
        run(1000 * MS, liar);
        assertThat((double) senders.get(1).granted()).isGreaterThan(0.4 * BDP);
    }

    @Test
    void aThousandShouldShareAndLeaveNothing() {
        List<GrantedSender> senders = senders(1000);
        senders.forEach(sender -> port.onDemand(sender, MUCH, 0, nowNs));
        for (int round = 0; round < 5000; round++) {
            run((long) QUANTUM_NS);
            senders.forEach(sender -> {
                if (sender.granted() > sender.arrived()) {
                    arrive(sender, sender.granted());
                }
            });
        }
        assertThat(senders)
                .allSatisfy(sender ->
                        assertThat((double) sender.granted())
                                .isCloseTo(5.0 * QUANTUM, within(1.0 * QUANTUM)));

        senders.forEach(sender -> port.leave(sender, nowNs));
        assertThat(port.out()).isZero();
        assertThat(port.nextNs()).isEqualTo(Long.MAX_VALUE);
    }
}
