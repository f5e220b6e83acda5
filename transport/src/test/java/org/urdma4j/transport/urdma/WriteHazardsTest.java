package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.urdma.requester.WriteHazards;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/** Which WRITEs wait for which, and what it costs to find out. */
class WriteHazardsTest {
    private static final int DEPTH = 1 << 15;

    private record Write(long from, long length) {
        boolean overlaps(Write other) {
            return length > 0
                    && other.length > 0
                    && from < other.from + other.length
                    && other.from < from + length;
        }
    }

    private final SendQueue queue = new SendQueue(DEPTH, 1, 0);
    private final WriteHazards hazards = new WriteHazards(queue, false);
    private final Deque<Write> outstanding = new ArrayDeque<>();
    private long position;

    private boolean allowed(WrOpcode opcode, Write write) {
        assertThat(
                        queue.post(
                                new SendWr()
                                        .opcode(opcode)
                                        .addSge(0, write.length, 0)
                                        .rdma(write.from, 0)))
                .isTrue();
        while (!hazards.allow(queue.at(position), position)) {
            if (outstanding.stream().noneMatch(write::overlaps)) {
                return false;
            }
            complete();
        }
        position++;
        boolean right =
                opcode != WrOpcode.RDMA_WRITE || outstanding.stream().noneMatch(write::overlaps);
        outstanding.add(opcode == WrOpcode.RDMA_WRITE ? write : new Write(0, 0));
        return right;
    }

    private void complete() {
        outstanding.removeFirst();
        queue.free();
    }

    /** Against a comparison with each: exactly those wait that overlap. */
    @ParameterizedTest
    @ValueSource(ints = {40, 400, 4000})
    void shouldHoldBackWhatOverlapsAndNothingElse(int slots) {
        Random random = new Random(slots);
        long cursor = 0;
        for (int i = 0; i < 30_000; i++) {
            while (outstanding.size() > random.nextInt(300)) {
                complete();
            }
            long length = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(30);
            cursor = random.nextInt(10) == 0 ? 10L * random.nextInt(slots) : cursor + length;
            WrOpcode opcode = random.nextInt(5) == 0 ? WrOpcode.RDMA_READ : WrOpcode.RDMA_WRITE;
            assertThat(allowed(opcode, new Write(cursor, length))).isTrue();
        }
    }

    /** A buffer that is written round and round, all but the next slot of it under way. */
    @Test
    void shouldCostTheSameWhenTheBufferHasWrapped() {
        for (long i = 0; i < 4 * DEPTH; i++) {
            if (i >= DEPTH - 1) {
                queue.free();
            }
            queue.post(
                    new SendWr()
                            .opcode(WrOpcode.RDMA_WRITE)
                            .addSge(0, 64, 0)
                            .rdma(1000 + 64 * (i % DEPTH), 0));
            assertThat(hazards.allow(queue.at(i), i)).isTrue();
            assertThat(hazards.steps()).isLessThanOrEqualTo(2);
        }
    }

    /** The worst: each WRITE somewhere else. */
    @Test
    void shouldCostLittleMoreWhenNothingFollowsAnything() {
        for (long i = 0; i < 3 * DEPTH; i++) {
            if (i >= DEPTH - 1) {
                queue.free();
            }
            long slot = (i % DEPTH) * 0x9e37L % DEPTH;
            queue.post(
                    new SendWr().opcode(WrOpcode.RDMA_WRITE).addSge(0, 64, 0).rdma(128 * slot, 0));
            assertThat(hazards.allow(queue.at(i), i)).isTrue();
        }
        assertThat(hazards.steps()).as("of 32,767 WRITEs").isLessThanOrEqualTo(48);
    }
}
