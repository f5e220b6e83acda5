package org.urdma4j.simulation.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;

import java.lang.management.ManagementFactory;
import java.util.function.UnaryOperator;

/** A link that has grown to its load allocates nothing more. */
class LinkAllocationTest {
    private static final int PACKETS = 1_000_000;

    /** Far below a byte a packet; leaves room for what the JVM itself allocates meanwhile. */
    private static final long BOUND = 100_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void shouldNotAllocateOnAPlainLink() {
        assertAllocatesNothing(builder -> builder);
    }

    @Test
    void shouldNotAllocateOnAnImpairedLink() {
        assertAllocatesNothing(
                builder -> LinkLoad.impaired(builder).blackout(10_000_000_000L, 5_000_000));
    }

    @Test
    void shouldNotAllocateUnderReorderingJitter() {
        assertAllocatesNothing(builder -> builder.reorderingJitter(1_000_000));
    }

    @Test
    void shouldNotAllocateForAScript() {
        Link<Object> link = LinkLoad.hundredGigabit(builder -> builder).link();
        link.script(
                new Script<>()
                        .drop("every 1000th", Occurrence.every(1000), _ -> true)
                        .hold("every 999th", Occurrence.every(999), 5_000, _ -> true));
        Object packet = new Object();
        long[] now = new long[1];
        Runnable load =
                () -> {
                    for (int i = 0; i < PACKETS; i++) {
                        now[0] += 335;
                        link.offer(now[0], packet, 4116);
                        link.poll(now[0], (_, _, _, _) -> {});
                    }
                };
        load.run();

        assertThat(allocatedBy(load)).isLessThan(BOUND);
        assertThat(link.counters().droppedByScript()).isEqualTo(2 * PACKETS / 1000);
    }

    private void assertAllocatesNothing(UnaryOperator<LinkConfigBuilder> change) {
        LinkLoad load = LinkLoad.hundredGigabit(change);
        load.run(PACKETS);

        assertThat(allocatedBy(() -> load.run(PACKETS))).isLessThan(BOUND);
        assertThat(load.link().counters().delivered()).isGreaterThan(PACKETS);
    }

    private long allocatedBy(Runnable work) {
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
