package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.wire.TransmitBatches;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.List;

/**
 * What several queue pairs have for one peer leaves in one send; who rang the doorbell last is
 * first.
 */
class SharedSendTest {
    private static final int PACKETS = 8;

    private final Talkers talkers = new Talkers();
    private final Route one = "one"::equals;
    private final Route other = "other"::equals;
    private final Link link = new Link();
    private final ShardDriver driver =
            new ShardDriver(
                    talkers.shard,
                    () -> 0,
                    new TransmitBatches(64_000, PACKETS, PayloadMover.COPYING),
                    link);

    /** Takes so many sends, and notes to whom the packets of each go. */
    private static final class Link implements ShardDriver.Transmitter {
        final List<List<Integer>> sent = new ArrayList<>();
        int room = Integer.MAX_VALUE;

        @Override
        public void send(TransmitBatch batch) {
            List<Integer> to = new ArrayList<>();
            for (int i = 0; i < batch.count(); i++) {
                to.add(Bth.destQp(batch.buffer(), batch.offset(i)));
            }
            sent.add(to);
            room--;
        }

        @Override
        public boolean ready() {
            return room > 0;
        }
    }

    /** Adds a queue pair that has an empty WRITE to send. */
    private Qp add(int peerQpn, Route route) {
        return talkers.add(
                peerQpn, route, Host.UNPACED, new SendWr().opcode(WrOpcode.RDMA_WRITE).rdma(0, 1));
    }

    @Test
    void shouldSendAtOnceWhatSeveralHaveForOnePeer() {
        List<Qp> qps = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            qps.add(add(i, one));
        }

        driver.turn();

        assertThat(link.sent).containsExactly(List.of(5, 4, 3, 2, 1));
        assertThat(qps).allMatch(qp -> qp.counters().get(Counter.SENT_PKTS) == 1);
    }

    @Test
    void shouldSendByItselfWhatGoesToAnotherPeer() {
        add(1, one);
        add(2, one);
        add(3, other);
        add(4, one);

        driver.turn();

        assertThat(link.sent).containsExactly(List.of(4), List.of(3), List.of(2, 1));
    }

    @Test
    void shouldSendNoMoreAtOnceThanABatchTakes() {
        for (int i = 1; i <= PACKETS + 3; i++) {
            add(i, one);
        }

        driver.turn();

        assertThat(link.sent).extracting(List::size).containsExactly(PACKETS, 3);
    }

    @Test
    void shouldPassOverAQueuePairThatIsGone() {
        add(1, one);
        talkers.shard.destroyQp(add(2, one));
        add(3, one);

        driver.turn();

        assertThat(link.sent).containsExactly(List.of(3, 1));
    }

    @Test
    void shouldKeepWhatCouldNotLeaveWithTheOthersUntilThereIsRoom() {
        talkers.add(
                2,
                one,
                Host.UNPACED,
                new SendWr().opcode(WrOpcode.RDMA_WRITE_WITH_IMM).rdma(0, 1).immData(5));
        add(1, one);
        link.room = 1;

        driver.turn();
        assertThat(link.sent).containsExactly(List.of(1)); // the other is longer
        driver.turn();
        assertThat(link.sent).hasSize(1);
        link.room = 2;
        driver.turn();

        assertThat(link.sent).containsExactly(List.of(1), List.of(2));
    }
}
