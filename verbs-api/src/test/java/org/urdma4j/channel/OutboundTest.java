package org.urdma4j.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendWr;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** When what is posted, and where to. */
class OutboundTest {
    private static final int RING = 1 << 16;
    private static final long PEER_ADDR = 0x10_0000;
    private static final int NOTICES = 8;

    /** More than {@code RING / NOTICES}, which are worth a WRITE of their own. */
    private static final int BATCH = RING / NOTICES;

    private record Write(long addr, int length, long wrId) {}

    private final List<Write> writes = new ArrayList<>();
    private final Outbound outbound =
            new Outbound(pair(), new Ring(region(RING)), new Hello(PEER_ADDR, 7, RING, NOTICES));

    private QueuePair pair() {
        return (QueuePair)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {QueuePair.class},
                        (_, _, args) -> {
                            SendWr wr = (SendWr) args[0];
                            assertThat(wr.rkey()).isEqualTo(7);
                            assertThat(wr.immData()).isEqualTo((int) wr.totalLength());
                            writes.add(new Write(wr.remoteAddr(), wr.immData(), wr.wrId()));
                            return PostStatus.OK;
                        });
    }

    private static MemoryRegion region(long bytes) {
        MemorySegment memory = Arena.ofAuto().allocate(bytes);
        return (MemoryRegion)
                Proxy.newProxyInstance(
                        OutboundTest.class.getClassLoader(),
                        new Class<?>[] {MemoryRegion.class},
                        (_, method, _) ->
                                switch (method.getName()) {
                                    case "segment" -> memory;
                                    case "addr", "length" -> bytes;
                                    default -> 0;
                                });
    }

    private void complete() {
        writes.forEach(each -> outbound.onCompleted(each.wrId()));
    }

    @Test
    void shouldPostShortOnesAtOnceAndCollectThemWhenManyAreOnTheWay() {
        for (int i = 0; i < 100; i++) {
            outbound.commit(1);
        }
        assertThat(writes).hasSize(NOTICES / 2).allMatch(each -> each.length() == 1);
        assertThat(outbound.flushed()).isFalse();

        outbound.commit(BATCH);
        assertThat(writes).hasSize(NOTICES / 2 + 1);
        assertThat(writes.getLast().length()).isEqualTo(100 - NOTICES / 2 + BATCH);
        assertThat(outbound.flushed()).isTrue();

        outbound.commit(1);
        assertThat(outbound.flushed()).isFalse();
        assertThat(outbound.onCredit(0, 3)).isTrue();
        outbound.flush(false);
        assertThat(writes.getLast().length()).as("when notice was taken").isEqualTo(1);
    }

    @Test
    void shouldPostEverythingAtTheEnd() {
        for (int i = 0; i < 100; i++) {
            outbound.commit(1);
        }
        outbound.flush(true);
        assertThat(outbound.flushed()).isTrue();
        assertThat(writes).extracting(Write::length).containsExactly(1, 1, 1, 1, 96);
    }

    @Test
    void shouldHaveNoMoreOnTheWayThanThePeerHasReceives() {
        for (int i = 0; i < 2 * NOTICES; i++) {
            outbound.commit(1);
            outbound.flush(true);
        }
        assertThat(writes).hasSize(NOTICES);
        assertThat(outbound.direct()).isFalse();
    }

    @Test
    void shouldNeverGoBeyondWhatIsFree() {
        outbound.commit(outbound.room());
        assertThat(outbound.room()).isZero();
        complete();
        assertThat(outbound.acknowledged()).isEqualTo(RING);
        assertThat(outbound.room()).as("acknowledged isn't freed").isZero();
        assertThat(outbound.onCredit(100, 1)).isTrue();
        assertThat(outbound.room()).isEqualTo(100);
    }

    @Test
    void shouldGoRoundThePeersRing() {
        outbound.commit(RING - 10);
        complete();
        assertThat(outbound.onCredit(RING - 10, writes.size())).isTrue();
        writes.clear();

        assertThat(outbound.post(region(RING), 0, 30)).isEqualTo(30);
        assertThat(writes)
                .containsExactly(
                        new Write(PEER_ADDR + RING - 10, 10, 10), new Write(PEER_ADDR, 20, 20));
    }

    @Test
    void shouldPostRegisteredMemoryBehindWhatWasCopied() {
        for (int i = 0; i < NOTICES; i++) {
            outbound.commit(1);
        }
        assertThat(outbound.post(region(RING), 0, 30)).as("some aren't posted").isZero();
        outbound.flush(true);
        assertThat(outbound.post(region(RING), 0, 30)).isEqualTo(30);
    }

    @Test
    void shouldRefuseCreditsThatCannotBe() {
        outbound.commit(100);
        assertThat(outbound.onCredit(101, 1)).isFalse();
        assertThat(outbound.onCredit(100, 2)).isFalse();
        assertThat(outbound.onCredit(100, 1)).isTrue();
        assertThat(outbound.onCredit(99, 1)).isFalse();
        assertThat(outbound.onCredit(100, 0)).isFalse();
    }

    @Test
    void shouldTakeThePeersWordForWhatHasArrived() {
        outbound.commit(100);
        assertThat(outbound.missing()).isEqualTo(100);
        assertThat(outbound.onCredit(0, 1)).isTrue();
        assertThat(outbound.missing()).isZero();
        assertThat(outbound.acknowledged()).as("its memory isn't free yet").isZero();
        for (int i = 0; i < 100; i++) {
            outbound.commit(1);
        }
        outbound.onCredit(0, 1 + NOTICES / 2);
        assertThat(outbound.missing()).as("what isn't posted").isEqualTo(100 - NOTICES / 2);
    }
}
