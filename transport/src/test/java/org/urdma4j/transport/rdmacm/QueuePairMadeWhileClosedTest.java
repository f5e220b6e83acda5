package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;

import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/** An identifier has one queue pair or none, and none when it is closed, however threads meet. */
@Timeout(120)
class QueuePairMadeWhileClosedTest {
    /** 10,000 with {@code -Durdma4j.ends=10000}. */
    private static final int ROUNDS = Integer.getInteger("urdma4j.ends", 500);

    private final CmEnd end = CmEnd.inMemory(new MemoryNetwork("made"), "192.0.2.1");
    private final Random random = new Random(3);

    @AfterEach
    void close() {
        end.close();
    }

    private void assertNoneLeft() {
        assertThat(end.<Integer>onLoop(shard -> shard.qpCount())).isZero();
        assertThat(end.context.connections().ids()).isZero();
    }

    private static Throwable meanwhile(Runnable one, Runnable other, int spins)
            throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = Thread.ofPlatform().start(() -> thrown.set(catchThrowable(one::run)));
        for (int spin = 0; spin < spins; spin++) {
            Thread.onSpinWait();
        }
        other.run();
        thread.join();
        return thrown.get();
    }

    @Test
    void shouldGoWithTheIdentifier() throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            CmId id = end.createId();
            Throwable thrown = meanwhile(() -> end.createQp(id), id::close, random.nextInt(20_000));
            assertThat(thrown)
                    .satisfiesAnyOf(
                            e -> assertThat(e).isNull(),
                            e -> assertThat(e).isInstanceOf(IllegalStateException.class));
        }
        assertNoneLeft();
    }

    @Test
    void shouldBeOneOfTwo() throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            CmId id = end.createId();
            AtomicReference<Throwable> own = new AtomicReference<>();
            Throwable thrown =
                    meanwhile(
                            () -> end.createQp(id),
                            () -> own.set(catchThrowable(() -> end.createQp(id))),
                            random.nextInt(2_000));
            Throwable refused = thrown == null ? own.get() : thrown;
            assertThat(refused)
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
            assertThat(thrown == null || own.get() == null).isTrue();
            assertThat(end.<Integer>onLoop(shard -> shard.qpCount())).isOne();
            id.close();
        }
        assertNoneLeft();
    }

    /** What destroyQp finds is destroyed; what is made after it stays until the end. */
    @Test
    void shouldBeDestroyedOrStay() throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            CmId id = end.createId();
            Throwable thrown =
                    meanwhile(() -> end.createQp(id), id::destroyQp, random.nextInt(20_000));
            assertThat(thrown).isNull();
            QueuePair left = id.qp();
            int expected = left == null ? 0 : 1;
            assertThat(end.<Integer>onLoop(shard -> shard.qpCount())).isEqualTo(expected);
            end.createId().close();
            id.close();
        }
        assertNoneLeft();
    }

    @Test
    void shouldGoWithTheEventChannel() throws InterruptedException {
        for (int i = 0; i < ROUNDS / 5; i++) {
            CmEventChannel channel = RdmaCm.createEventChannel(end.context);
            CmId id = channel.createId(end.context, CmPortSpace.TCP);
            meanwhile(
                    () -> {
                        end.createQp(id);
                        channel.createId(end.context, CmPortSpace.TCP);
                    },
                    channel::close,
                    random.nextInt(20_000));
        }
        assertNoneLeft();
    }
}
