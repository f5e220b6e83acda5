package org.urdma4j.simulation.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.simulation.time.VirtualTime;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

class ScheduledLinkTest {
    private final VirtualTime time = new VirtualTime(1_000);
    private final List<String> log = new ArrayList<>();

    @Test
    void shouldDeliverAtTheInstantAPacketIsDue() {
        ScheduledLink<Pkt> link = link(LinkConfig.builder().delay(500).build());
        time.schedule(2_000, () -> link.offer(new Pkt(1), 100));
        time.schedule(2_100, () -> link.offer(new Pkt(2), 100));
        time.schedule(2_100, () -> link.offer(new Pkt(3), 100));

        time.runUntil(10_000);

        assertThat(log).containsExactly("1 at 2500", "2 at 2600", "3 at 2600");
        assertThat(link.link().counters().maxLateNs()).isZero();
        assertThat(time.scheduled()).isZero();
    }

    @Test
    void shouldWakeEarlierForAPacketThatOvertakes() {
        ScheduledLink<Pkt> link = link(LinkConfig.builder().delay(500).build());
        link.link()
                .script(new Script<Pkt>().hold("1", Occurrence.first(), 5_000, p -> p.id() == 1));

        link.offer(new Pkt(1), 100);
        link.offer(new Pkt(2), 100);
        time.runUntil(10_000);

        assertThat(log).containsExactly("2 at 1500", "1 at 6500");
    }

    @Test
    void shouldPlayPingPongOverTwoLinks() {
        List<ScheduledLink<Pkt>> back = new ArrayList<>();
        ScheduledLink<Pkt> there =
                new ScheduledLink<>(
                        new Link<>(
                                LinkConfig.builder().delay(300).build(),
                                new Pkt.Owner(),
                                new SplittableRandom(1),
                                0),
                        time,
                        (packet, bytes, _, _) -> back.getFirst().offer(packet, bytes));
        back.add(
                new ScheduledLink<>(
                        new Link<>(
                                LinkConfig.builder().delay(200).build(),
                                new Pkt.Owner(),
                                new SplittableRandom(2),
                                0),
                        time,
                        (packet, bytes, _, _) -> {
                            log.add("back at " + time.nowNs());
                            if (log.size() < 3) {
                                there.offer(packet, bytes);
                            }
                        }));

        there.offer(new Pkt(1), 100);
        time.runUntil(10_000);

        assertThat(log).containsExactly("back at 1500", "back at 2000", "back at 2500");
    }

    private ScheduledLink<Pkt> link(LinkConfig config) {
        return new ScheduledLink<>(
                new Link<>(config, new Pkt.Owner(), new SplittableRandom(1), 0),
                time,
                (packet, _, _, _) -> log.add(packet.id() + " at " + time.nowNs()));
    }
}
