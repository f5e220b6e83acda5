package org.urdma4j.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.pipeline.InboundStage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What a direction does with packets at given times is what the annotation says, to the ns. */
class PathDirectionTest {
    private static final long MS = 1_000_000;

    /** With IPv4, UDP, ICRC and Ethernet 1250 bytes, which take 1 ms at 10 Mbit/s. */
    private static final int PACKET_BYTES = 1250 - (14 + 20 + 8 + 4) - (8 + 12 + 4);

    @EmulatedPath(rtt = "80ms", rate = "10M", queue = "1bdp")
    private static class TenMegabit {}

    @EmulatedPath(rtt = "10ms", rate = "unlimited", loss = "0.1%")
    private static class OneInAThousand {}

    @EmulatedPath(rtt = "1ns", rate = "unlimited")
    private static class Perfect {}

    private final long startNs = SystemClock.nowNs() + 1000 * MS;
    private final List<Integer> arrived = new ArrayList<>();
    private final List<ByteBuf> offered = new ArrayList<>();

    private static PathDirection direction(Class<?> annotated, long seed) {
        return new PathDirection(Paths.of(annotated).link(), new SplittableRandom(seed));
    }

    private void offer(PathDirection way, int count, long atNs) {
        for (int i = 0; i < count; i++) {
            ByteBuf packet = Unpooled.buffer(PACKET_BYTES).writerIndex(PACKET_BYTES);
            packet.setInt(0, offered.size());
            offered.add(packet);
            way.stage().offer(packet, "a", atNs);
        }
    }

    /** Returns when the next packet is due. */
    private long poll(PathDirection way, long atNs) {
        return way.stage()
                .poll(
                        atNs,
                        (packet, source) -> {
                            assertThat(source).isEqualTo("a");
                            arrived.add(packet.getInt(0));
                            packet.release();
                        });
    }

    @Test
    void shouldTakeTheTimeThatRateAndRoundTripSay() {
        PathDirection way = direction(TenMegabit.class, 1);

        offer(way, 50, startNs);

        for (int i = 0; i < 50; i++) {
            long dueNs = startNs + (i + 1) * MS + 40 * MS;
            assertThat(poll(way, dueNs - 1)).isEqualTo(dueNs);
            assertThat(arrived).hasSize(i);
            poll(way, dueNs);
            assertThat(arrived).hasSize(i + 1);
        }
        assertThat(poll(way, startNs + 1000 * MS)).isEqualTo(InboundStage.NEVER);
        assertThat(way.statistics())
                .isEqualTo(
                        new PathStatistics(
                                50, 50 * PACKET_BYTES, 50, 50 * PACKET_BYTES, 0, 0, 0, 49 * 1250));
    }

    @Test
    void shouldHoldTheProductOfRateAndRoundTripAndDropWhatComesBeyond() {
        PathDirection way = direction(TenMegabit.class, 1);

        offer(way, 100, startNs);

        int waiting = 10_000_000 / 8 * 80 / 1000 / 1250; // beside one that is being sent
        assertThat(waiting).isEqualTo(80);
        assertThat(way.statistics().droppedByQueue()).isEqualTo(100 - waiting - 1);
        assertThat(way.statistics().maxQueueBytes()).isEqualTo(100_000);
        poll(way, startNs + 121 * MS);
        assertThat(arrived).hasSize(waiting + 1);
        assertThat(way.statistics().dropped()).isEqualTo(19);

        offer(way, 1, startNs + 121 * MS);
        assertThat(way.statistics().droppedByQueue()).as("once it is empty").isEqualTo(19);
    }

    @Test
    void shouldLoseTheShareWithinBinomialBounds() {
        int packets = 200_000;
        PathDirection way = direction(OneInAThousand.class, 7);

        offer(way, packets, startNs);

        double mean = packets * 0.001;
        double sixDeviations = 6 * Math.sqrt(mean * 0.999);
        assertThat((double) way.statistics().lost())
                .isBetween(mean - sixDeviations, mean + sixDeviations);
        poll(way, startNs + 5 * MS);
        assertThat(way.statistics().delivered()).isEqualTo(packets - way.statistics().lost());
        assertThat(arrived).isSorted();
    }

    @Test
    void shouldLoseTheSamePacketsWithTheSameSeedAndOthersWithAnother() {
        assertThat(survivors(3)).isEqualTo(survivors(3)).isNotEqualTo(survivors(4));
    }

    private List<Integer> survivors(long seed) {
        arrived.clear();
        offered.clear();
        PathDirection way = direction(OneInAThousand.class, seed);
        offer(way, 10_000, startNs);
        poll(way, startNs + 5 * MS);
        return List.copyOf(arrived);
    }

    @Test
    void shouldTakeNewValuesForWhatIsSentFromThenOn() {
        PathDirection way = direction(TenMegabit.class, 1);

        offer(way, 1, startNs);
        way.delay("100ms");
        way.rate("20M");
        offer(way, 1, startNs);
        assertThat(poll(way, startNs + 41 * MS)).isEqualTo(startNs + MS + MS / 2 + 100 * MS);
        way.loss("100%");
        offer(way, 5, startNs + 41 * MS);
        way.loss("none");
        offer(way, 1, startNs + 50 * MS);
        poll(way, startNs + 1000 * MS);

        assertThat(arrived).containsExactly(0, 1, 7);
        assertThat(way.statistics().lost()).isEqualTo(5);
    }

    @Test
    void shouldLoseWhatIsAskedForAndNoMore() {
        PathDirection way = direction(Perfect.class, 1);

        way.loseNext(2);
        way.loseNext(1);
        offer(way, 5, startNs);
        way.loseNext(0);
        offer(way, 1, startNs);
        poll(way, startNs + MS);

        assertThat(arrived).containsExactly(3, 4, 5);
        assertThat(way.statistics().lost()).isEqualTo(3);
        assertThatThrownBy(() -> way.loseNext(-1)).hasMessageContaining("not -1");
    }

    @Test
    void shouldBeDarkForAsLongAsItIsSaid() {
        PathDirection way = direction(Perfect.class, 1);

        offer(way, 1, startNs);
        way.blackout(Duration.ofHours(1)); // from now on by the clock, which is before startNs
        long endNs = SystemClock.nowNs() + Duration.ofHours(1).toNanos();
        offer(way, 1, startNs);
        offer(way, 1, endNs);
        way.blackout();
        offer(way, 1, endNs + MS);
        way.blackout(Duration.ofNanos(1));
        offer(way, 1, endNs + MS);
        way.blackout();
        way.restore();
        offer(way, 1, endNs + MS);
        poll(way, endNs + 2 * MS);

        assertThat(arrived).containsExactly(0, 2, 4, 5);
        assertThat(way.statistics().droppedByBlackout()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT24H0.000000001S", "PT2562047788015215H"})
    void shouldRefuseABlackoutThatIsNone(Duration length) {
        PathDirection way = direction(Perfect.class, 1);

        assertThatThrownBy(() -> way.blackout(length))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("up to a day");
    }

    @Test
    void shouldRefuseNewValuesThatCannotBeAndKeepTheOldOnes() {
        PathDirection way = direction(TenMegabit.class, 1);

        assertThatThrownBy(() -> way.loss("2")).hasMessageContaining("between 0 and 1");
        assertThatThrownBy(() -> way.rate("fast")).hasMessageContaining("write it like 100M");
        assertThatThrownBy(() -> way.rate("100000T")).hasMessageContaining("the rate");
        assertThatThrownBy(() -> way.delay("8")).hasMessageContaining("write it like 250us");
        assertThatThrownBy(() -> way.delay("86401s")).hasMessageContaining("the delay");
        offer(way, 1, startNs);
        assertThat(poll(way, startNs)).isEqualTo(startNs + 41 * MS);
    }

    @Test
    void shouldReleaseWhatIsOnItsWayWhenItCloses() {
        PathDirection way = direction(TenMegabit.class, 1);

        offer(way, 100, startNs);
        way.stage().close();

        assertThat(offered).allMatch(packet -> packet.refCnt() == 0);
        assertThat(poll(way, startNs + 1000 * MS)).isEqualTo(InboundStage.NEVER);
    }
}
