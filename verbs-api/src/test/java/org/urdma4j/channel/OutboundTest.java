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

    /** Of them as many may be short. */
    private static final int SHORT = NOTICES / 2;

    /** More than {@code RING / NOTICES}, which are worth a WRITE of their own. */
    private static final int BATCH = RING / NOTICES;

    /** A ring that is asked for only where the path wants it. */
    private static final int MIB = 1 << 20;

    private record Write(long addr, int length, long wrId) {}

    private final List<Write> writes = new ArrayList<>();
    private final List<Integer> notices = new ArrayList<>();
    private int completed;
    private long nowNs;
    private final Outbound outbound = outbound(RING);

    private Outbound outbound(int bytes) {
        Hello hello = new Hello(new PeerRing(PEER_ADDR, 7, bytes), NOTICES);
        return new Outbound(pair(), new Ring(region(bytes)), 8 * bytes, hello, () -> nowNs);
    }

    private QueuePair pair() {
        return (QueuePair)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {QueuePair.class},
                        (_, _, args) -> {
                            SendWr wr = (SendWr) args[0];
                            int length = (int) wr.totalLength();
                            assertThat(Notice.length(wr.immData())).isEqualTo(length);
                            writes.add(new Write(wr.remoteAddr(), length, wr.wrId()));
                            notices.add(wr.immData());
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
        complete(outbound);
    }

    private void complete(Outbound of) {
        while (completed < writes.size()) {
            of.onCompleted(writes.get(completed++).wrId());
        }
    }

    @Test
    void shouldPostShortOnesAtOnceAndCollectThemWhenManyAreOnTheWay() {
        for (int i = 0; i < 100; i++) {
            outbound.commit(1);
        }
        assertThat(writes).hasSize(SHORT).allMatch(each -> each.length() == 1);
        assertThat(outbound.flushed()).isFalse();

        outbound.commit(BATCH);
        assertThat(writes).hasSize(SHORT + 1);
        assertThat(writes.getLast().length()).isEqualTo(100 - SHORT + BATCH);
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
        completed = 0;

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
        outbound.onCredit(0, 1 + SHORT);
        assertThat(outbound.missing()).as("what isn't posted").isEqualTo(100 - SHORT);
    }

    /** It closed when it had read all, and before it knew of the turn to its next ring. */
    @Test
    void shouldTakeThePeersWordThoughItHasNotTakenNoteOfATurn() {
        outbound.commit(100);
        assertThat(outbound.onRing(new PeerRing(0x4000_0000L, 9, 2 * RING))).isTrue();
        outbound.flush(false);
        assertThat(outbound.onCredit(40, 0)).isTrue();
        assertThat(outbound.missing()).as("but for what it has read").isEqualTo(60);
        assertThat(outbound.onCredit(40, 1)).isTrue();
        assertThat(outbound.missing()).isZero();
    }

    @Test
    void shouldGoOnInAnotherRingOfThePeer() {
        outbound.commit(100);
        assertThat(outbound.onRing(new PeerRing(0x4000_0000L, 9, 2 * RING))).isTrue();
        assertThat(outbound.room()).as("our own ring is full").isEqualTo(RING - 100);
        outbound.commit(50);
        outbound.commit(50);
        outbound.flush(true);

        assertThat(writes)
                .extracting(Write::addr)
                .containsExactly(PEER_ADDR, 0x4000_0000L + 100, 0x4000_0000L + 150);
        assertThat(notices).extracting(Notice::isNext).containsExactly(false, true, false);
    }

    @Test
    void shouldSayAtOnceThatItGoesOnInAnotherRing() {
        outbound.commit(100);
        assertThat(outbound.onRing(new PeerRing(0x4000_0000L, 9, 2 * RING))).isTrue();
        assertThat(outbound.onRing(new PeerRing(0x5000_0000L, 9, 2 * RING)))
                .as("before it has said so")
                .isFalse();
        outbound.flush(false);

        assertThat(writes.getLast()).isEqualTo(new Write(0x4000_0000L + 100, 0, 0));
        assertThat(Notice.isNext(notices.getLast())).isTrue();
        outbound.flush(false);
        assertThat(writes).hasSize(2);
    }

    @Test
    void shouldNotWriteBeyondAShorterRing() {
        Outbound longer = outbound(4 * RING);
        longer.commit(2 * RING);
        assertThat(longer.onRing(new PeerRing(0x4000_0000L, 9, RING))).isTrue();
        assertThat(longer.room()).isEqualTo(RING);
        longer.commit(RING);
        assertThat(longer.room()).isZero();
        assertThat(longer.onCredit(2 * RING, 1)).isTrue();
        assertThat(longer.room()).as("that was freed in the ring before").isZero();
        assertThat(longer.onCredit(2 * RING + 10, 1)).isTrue();
        assertThat(longer.room()).isEqualTo(10);
    }

    /** What was taken when there was a longer one goes out bit by bit. */
    @Test
    void shouldNotPostBeyondAShorterRing() {
        Outbound longer = outbound(4 * RING);
        for (int i = 0; i < NOTICES; i++) {
            longer.commit(1);
            longer.flush(true);
        }
        longer.commit(2 * RING);
        assertThat(longer.onRing(new PeerRing(0x4000_0000L, 9, RING))).isTrue();
        assertThat(longer.onCredit(NOTICES, NOTICES)).isTrue();
        longer.flush(true);
        assertThat(longer.flushed()).isFalse();
        assertThat(longer.room()).isZero();
        assertThat(writes.subList(NOTICES, writes.size()).stream().mapToInt(Write::length).sum())
                .isEqualTo(RING);

        assertThat(longer.onCredit(NOTICES + RING, writes.size())).isTrue();
        longer.flush(true);
        assertThat(longer.flushed()).isTrue();
    }

    @Test
    void shouldRefuseRingsThatCannotBe() {
        assertThat(outbound.onRing(new PeerRing(0x4000_0000L, 9, 1))).isFalse();
        assertThat(outbound.onRing(new PeerRing(0x4000_0000L, 9, -(1 << 31)))).isFalse();
        assertThat(outbound.onRing(new PeerRing(0x4000_0000L, 9, 100_000))).isFalse();
    }

    @Test
    void shouldTakeEachByteFromTheRingInWhichItStands() {
        outbound.onRing(new PeerRing(0x4000_0000L, 9, 4 * RING));
        assertThat(outbound.lags()).isTrue();
        for (int i = 0; i < NOTICES; i++) {
            outbound.commit(10);
        }
        int before = writes.size();
        Ring old = outbound.ring();
        outbound.turn(new Ring(region(2 * RING)));
        assertThat(outbound.room()).as("all of the new ring").isEqualTo(2 * RING);
        assertThat(outbound.hasRetired()).as("some are on the way").isFalse();
        outbound.commit(10);
        outbound.flush(true);

        assertThat(writes.subList(before, writes.size()))
                .extracting(Write::length)
                .containsExactly(10 * NOTICES - 10 * before, 10);
        assertThat(outbound.lags()).as("one after the other").isFalse();
        complete();
        assertThat(outbound.takeRetired()).isSameAs(old);
        assertThat(outbound.takeRetired()).isNull();
        assertThat(outbound.lags()).isTrue();
    }

    private boolean asks(Outbound of, long turnaroundNs) {
        notices.clear();
        of.commit(of.room());
        complete(of);
        nowNs += turnaroundNs;
        assertThat(of.onCredit(of.accepted(), writes.size())).isTrue();
        of.commit(1);
        return Notice.wants(notices.getLast());
    }

    /** A full ring is freed in a round trip, or in the time that the path or the reader takes. */
    @Test
    void shouldAskForALongerRingWhereThatLimits() {
        Outbound of = outbound(MIB);
        assertThat(asks(of, 20_000_000)).isTrue();
        assertThat(asks(of, 30_000_000)).isTrue();
        assertThat(asks(of, 50_000_000)).isFalse();
        assertThat(asks(of, 20_000_000)).isTrue();
        assertThat(asks(of, 100_000)).isTrue();
        assertThat(asks(of, 2_000_000)).as("hosts have such delays").isTrue();
        assertThat(asks(of, 2_000_001)).isFalse();
    }

    @Test
    void shouldNotAskForALongerRingForLittle() {
        Outbound of = outbound(MIB);
        for (int i = 0; i < 100; i++) {
            of.commit(1000);
            complete(of);
            assertThat(of.onCredit(of.accepted(), writes.size())).isTrue();
        }
        assertThat(notices).noneMatch(Notice::wants);
    }

    @Test
    void shouldAskAtOnceWhereTheRingIsTooShortForAnyPath() {
        outbound.commit(RING / 4);
        assertThat(notices).noneMatch(Notice::wants);
        outbound.commit(RING / 2);
        assertThat(notices).last().matches(Notice::wants);
    }

    @Test
    void shouldSayWhenItsRingRests() {
        Outbound longer = outbound(4 * RING);
        longer.commit(100);
        assertThat(longer.rests()).isFalse();
        assertThat(longer.rests()).as("it hasn't arrived").isFalse();
        complete(longer);
        assertThat(longer.rests()).isTrue();
        longer.commit(100);
        assertThat(longer.rests()).isFalse();
        assertThat(outbound.rests()).isFalse();
        assertThat(outbound.rests()).as("it is short already").isFalse();
    }
}
