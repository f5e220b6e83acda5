package org.urdma4j.transport.shard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpSetup;
import org.urdma4j.transport.queue.ReceiveQueue;
import org.urdma4j.transport.queue.SendQueue;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A queue pair doesn't get the number of one that went lately: peers still keep the connection of
 * that, and refuse another one as stale.
 */
class RestingNumbersTest {
    private long drawn;

    /** Draws each number twice in a row. */
    private final RandomGenerator twice =
            new RandomGenerator() {
                @Override
                public long nextLong() {
                    return drawn++ / 2;
                }

                @Override
                public int nextInt(int origin, int bound) {
                    return origin + (int) (nextLong() % (bound - origin));
                }
            };

    private final Shard shard = new Shard(EngineConfig.DEFAULT, twice);

    private Qp create() {
        return shard.createQp(
                new QpSetup(
                        shard.freshQpn(),
                        1,
                        true,
                        new SendQueue(1, 1, 0),
                        new ReceiveQueue(1, 1),
                        null,
                        null,
                        null));
    }

    @Test
    void shouldNotUseANumberAgainThatWentLately() {
        Set<Integer> used = new HashSet<>();
        for (int i = 0; i < RestingNumbers.MOST; i++) {
            Qp qp = create();
            assertThat(used.add(qp.qpn())).as("0x%06x is new", qp.qpn()).isTrue();
            shard.destroyQp(qp);
        }
    }

    @Test
    void shouldKeepNoMoreThanPeersKeepConnections() {
        RestingNumbers numbers = new RestingNumbers();
        for (int qpn = 2; qpn < 2 + 3 * RestingNumbers.MOST; qpn++) {
            numbers.add(qpn);
            numbers.add(qpn);
        }
        int last = 1 + 3 * RestingNumbers.MOST;
        assertThat(numbers.contains(last)).isTrue();
        assertThat(numbers.contains(last - RestingNumbers.MOST + 1)).isTrue();
        assertThat(numbers.contains(last - RestingNumbers.MOST)).isFalse();
        numbers.add(2);
        assertThat(numbers.contains(2)).isTrue();
        assertThat(numbers.contains(last - RestingNumbers.MOST + 1)).isFalse();
    }
}
