package org.urdma4j.transport.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.wire.TransmitBatches;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** When an event loop's turn tells applications of what has come. */
class NoticesTest {
    private final Shard shard = new Shard(EngineConfig.DEFAULT, new Random(1));
    private final List<String> done = new ArrayList<>();
    private final Asked transmitter = new Asked();
    private final ShardDriver driver =
            new ShardDriver(
                    shard,
                    () -> 0,
                    new TransmitBatches(64_000, 8, PayloadMover.COPYING),
                    transmitter);

    /** Notes when it is first asked whether anything may be sent. */
    private final class Asked implements ShardDriver.Transmitter {
        private Runnable then = () -> {};

        @Override
        public void send(TransmitBatch batch) {
            throw new AssertionError("nobody has anything to send");
        }

        @Override
        public boolean ready() {
            done.add("asked");
            then.run();
            return false;
        }
    }

    @Test
    void shouldGiveThemBeforeAnythingIsSent() {
        shard.later(() -> done.add("one"));
        shard.later(() -> done.add("two"));

        driver.turn();

        assertThat(done).containsExactly("one", "two", "asked");
    }

    @Test
    void shouldGiveThoseThatSendingHasRaised() {
        transmitter.then = () -> shard.later(() -> done.add("sent"));

        driver.turn();

        assertThat(done).containsExactly("asked", "sent");
        done.clear();
        transmitter.then = () -> {};
        driver.turn();
        assertThat(done).containsExactly("asked"); // once is enough
    }

    @Test
    void shouldGiveThemWhenTheTurnIsCutShort() {
        transmitter.then =
                () -> {
                    shard.later(() -> done.add("told"));
                    throw new IllegalStateException("a defect");
                };

        assertThatThrownBy(driver::turn).hasMessage("a defect");

        assertThat(done).containsExactly("asked", "told");
    }
}
