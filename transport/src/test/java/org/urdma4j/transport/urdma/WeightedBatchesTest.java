package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Queue pairs of different weights whose event loop can't keep up: all have room in their windows,
 * and the loop takes a batch of one after the other.
 */
class WeightedBatchesTest {
    private static final int LENGTH = 1 << 20;
    private static final int BATCHES = 272;

    /** In which each might send many. */
    private static final long BATCH_NS = 500_000;

    private final Talkers talkers = new Talkers();
    private final Shard shard = talkers.shard;
    private final MemorySegment memory = Arena.ofAuto().allocate(LENGTH);
    private final Region region =
            shard.regions().register(memory, 0x1000, Host.ALL_ACCESS, Host.DOMAIN);
    private final Route route = "peer"::equals;
    private final TransmitBatch batch = new TransmitBatch(4_000, 16, PayloadMover.BY_REFERENCE);

    private void connect(int weight, int peerQpn) {
        UrdmaTuning tuning = UrdmaTuning.builder().weight(weight).initialWindow(0xffff).build();
        talkers.add(
                peerQpn,
                route,
                tuning,
                new SendWr()
                        .opcode(WrOpcode.RDMA_WRITE)
                        .rdma(0, 1)
                        .addSge(0x1000, LENGTH, region.lkey()));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "5, 5, 1",
        "1, 4, 4",
        "2, 3, 1.5",
        "3, 2, 0.667",
        "10, 100, 10",
        "1, 16, 16",
        "1, 255, 16", // others are not to wait for so long
    })
    void shouldHaveMoreBatchesTheHeavierTheyAre(int one, int other, double ratio) {
        connect(one, 1);
        connect(other, 2);
        int[] batches = new int[3];
        shard.onDoorbells();
        for (int i = 0; i < BATCHES; i++) {
            batch.clear();
            assertThat(shard.pollTransmit(batch, i * BATCH_NS)).isPositive();
            batches[Bth.destQp(batch.buffer(), batch.offset(0))]++;
        }
        // at first each has one
        assertThat((double) batches[2] / batches[1]).isCloseTo(ratio, within(0.07 * ratio));
    }
}
