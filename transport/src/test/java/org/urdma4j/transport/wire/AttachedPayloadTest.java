package org.urdma4j.transport.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.memory.RegionTable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Payload is left where it lies, and put in its place when the batch can't leave at once. */
class AttachedPayloadTest {
    private static final int LEAST = 100;
    private static final int HEADERS = 20;
    private static final int BYTES = 1000;
    private static final Route ROUTE = source -> false;

    private final RegionTable table = new RegionTable(new Random(1));
    private final TransmitBatch batch = new TransmitBatch(4000, 8, PayloadMover.COPYING);

    AttachedPayloadTest() {
        batch.attachFrom(LEAST);
        batch.clear();
    }

    private Region region(Arena arena, int seed) {
        return region(arena.allocate(BYTES), seed);
    }

    private Region region(MemorySegment memory, int seed) {
        byte[] bytes = new byte[BYTES];
        new Random(seed).nextBytes(bytes);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, BYTES);
        return table.register(memory, 0x1000, 0, 1);
    }

    private void add(TransmitBatch to, Region region, long offset, int n) {
        int at = to.begin(ROUTE) + HEADERS;
        to.end(to.attach(at, region, offset, n), HEADERS + n + TransmitBatch.ICRC_LENGTH);
    }

    private byte[] payload(TransmitBatch of, int i) {
        byte[] bytes = new byte[of.length(i) - HEADERS - TransmitBatch.ICRC_LENGTH];
        of.buffer().get(of.offset(i) + HEADERS, bytes);
        return bytes;
    }

    private static byte[] content(Region region, long offset, int n) {
        return region.segment().asSlice(offset, n).toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    void shouldLeaveRoomForWhatIsElsewhere() {
        Region region = region(Arena.ofAuto(), 1);
        add(batch, region, 10, 300);
        add(batch, region, 310, 300);

        AttachedPayload attached = batch.attached();
        assertThat(payload(batch, 0)).containsOnly(0);
        assertThat(attached.isEmpty()).isFalse();
        assertThat(attached.length(1)).isEqualTo(300);
        assertThat(attached.at(1)).isEqualTo(batch.offset(1) + HEADERS);
        assertThat(attached.address(1)).isEqualTo(region.segment().address() + 310);
        assertThat(attached.source(0)).isSameAs(region.segment());
        assertThat(attached.source(1)).isSameAs(MemorySegment.NULL);

        batch.settle();
        assertThat(payload(batch, 0)).isEqualTo(content(region, 10, 300));
        assertThat(payload(batch, 1)).isEqualTo(content(region, 310, 300));
        assertThat(attached.isEmpty()).isTrue();
        assertThat(attached.length(0)).isZero();
    }

    @Test
    void shouldCopyWhatIsShort() {
        Region region = region(Arena.ofAuto(), 1);
        add(batch, region, 0, LEAST - 1);
        assertThat(batch.attached().isEmpty()).isTrue();
        assertThat(payload(batch, 0)).isEqualTo(content(region, 0, LEAST - 1));
    }

    @Test
    void shouldCopyWhereNobodyAttaches() {
        TransmitBatch usual = new TransmitBatch(4000, 8, PayloadMover.COPYING);
        Region region = region(Arena.ofAuto(), 1);
        add(usual, region, 0, 500);
        assertThat(usual.attached().isEmpty()).isTrue();
        assertThat(payload(usual, 0)).isEqualTo(content(region, 0, 500));
    }

    @Test
    void shouldCopyFromTheHeap() {
        Region region = region(MemorySegment.ofArray(new byte[BYTES]), 1);
        add(batch, region, 5, 500);
        assertThat(batch.attached().isEmpty()).isTrue();
        assertThat(payload(batch, 0)).isEqualTo(content(region, 5, 500));
    }

    @Test
    void shouldAttachOnePartOfAPacket() {
        Region one = region(Arena.ofAuto(), 1);
        Region other = region(Arena.ofAuto(), 2);
        int at = batch.begin(ROUTE) + HEADERS;
        int second = batch.attach(at, one, 0, 200);
        int end = batch.attach(second, other, 50, 200);
        batch.end(end, HEADERS + 400 + TransmitBatch.ICRC_LENGTH);

        assertThat(batch.attached().length(0)).isEqualTo(200);
        assertThat(batch.attached().address(0)).isEqualTo(one.segment().address());
        batch.settle();
        byte[] bytes = payload(batch, 0);
        assertThat(bytes).startsWith(content(one, 0, 200)).endsWith(content(other, 50, 200));
    }

    @Test
    void shouldCopyFromTheFourthRegionOn() {
        for (int i = 0; i < 5; i++) {
            add(batch, region(Arena.ofAuto(), i), 0, 200);
        }
        AttachedPayload attached = batch.attached();
        assertThat(attached.length(2)).isEqualTo(200);
        assertThat(attached.source(2).byteSize()).isEqualTo(BYTES);
        assertThat(attached.length(3)).isZero();
        assertThat(attached.length(4)).isZero();
    }

    @Test
    void shouldKeepNothingOfAnEarlierBatch() {
        add(batch, region(Arena.ofAuto(), 1), 0, 200);
        batch.detach();
        assertThat(batch.attached().isEmpty()).isTrue();
        batch.clear();
        add(batch, region(Arena.ofAuto(), 2), 0, 50);
        add(batch, region(Arena.ofAuto(), 3), 0, 150);
        assertThat(batch.attached().length(0)).isZero();
        assertThat(batch.attached().length(1)).isEqualTo(150);
    }

    @Test
    void shouldCompleteThePacketThatIsRead() {
        Region region = region(Arena.ofAuto(), 1);
        add(batch, region, 0, 200);
        int at = batch.begin(ROUTE) + HEADERS;
        int end = batch.attach(at, region, 200, 200);
        assertThat(batch.completePacket()).isTrue();
        batch.end(end, HEADERS + 200 + TransmitBatch.ICRC_LENGTH);
        assertThat(batch.attached().length(0)).isEqualTo(200);
        assertThat(batch.attached().length(1)).isZero();
        assertThat(payload(batch, 1)).isEqualTo(content(region, 200, 200));
    }

    @Test
    void shouldSayThatThePacketCannotBeCompleted() {
        Arena arena = Arena.ofShared();
        batch.attach(batch.begin(ROUTE) + HEADERS, region(arena, 1), 0, 200);
        arena.close();
        assertThat(batch.completePacket()).isFalse();
    }

    @Test
    void shouldSayThatMemoryIsGone() {
        Arena arena = Arena.ofShared();
        Region region = region(arena, 1);
        add(batch, region, 0, 200);
        arena.close();
        batch.settle();
        assertThat(batch.attached().isEmpty()).isFalse();
        assertThatThrownBy(() -> add(batch, region, 200, 200))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldTakeOverWhatFollows() {
        TransmitBatches batches = new TransmitBatches(4000, 8, PayloadMover.COPYING);
        batches.attachFrom(LEAST);
        Region[] regions = new Region[6];
        for (int i = 0; i < regions.length; i++) {
            regions[i] = region(Arena.ofAuto(), i);
        }
        AtomicInteger turn = new AtomicInteger();
        TransmitBatch leaving =
                batches.next(
                        next -> {
                            int i = turn.getAndIncrement();
                            if (i < 3) {
                                add(next, regions[2 * i], i, 200);
                                add(next, regions[2 * i + 1], i, 200);
                            }
                            return next.count();
                        },
                        _ -> true);

        assertThat(leaving.count()).isEqualTo(6);
        AttachedPayload attached = leaving.attached();
        int elsewhere = 0;
        for (int i = 0; i < 6; i++) {
            if (attached.length(i) > 0) {
                elsewhere++;
                assertThat(attached.address(i)).isEqualTo(regions[i].segment().address() + i / 2);
            } else {
                assertThat(payload(leaving, i)).isEqualTo(content(regions[i], i / 2, 200));
            }
        }
        assertThat(elsewhere).isBetween(2, AttachedPayload.MOST_SOURCES);
        leaving.settle();
        for (int i = 0; i < 6; i++) {
            assertThat(payload(leaving, i)).isEqualTo(content(regions[i], i / 2, 200));
        }
    }

    @Test
    void shouldSettleWhatWaitsForTheNextTurn() {
        TransmitBatches batches = new TransmitBatches(4000, 8, PayloadMover.COPYING);
        batches.attachFrom(LEAST);
        Region region = region(Arena.ofAuto(), 1);
        AtomicInteger turn = new AtomicInteger();
        int[] lengths = {200, 300};
        TransmitBatch first =
                batches.next(
                        next -> {
                            add(next, region, 0, lengths[turn.getAndIncrement()]);
                            return 1;
                        },
                        _ -> true);
        assertThat(first.count()).isEqualTo(1);
        byte[] before = content(region, 0, 300);

        batches.settle();
        region.segment().fill((byte) -1); // its request is done, its memory somebody else's
        TransmitBatch second = batches.next(_ -> 0, _ -> false);
        assertThat(second.attached().isEmpty()).isTrue();
        assertThat(payload(second, 0)).isEqualTo(before);
    }
}
