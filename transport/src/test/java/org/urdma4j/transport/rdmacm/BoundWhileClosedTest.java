package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.verbs.cm.CmId;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A port that one thread binds while another closes the identifier is free afterwards. */
@Timeout(60)
class BoundWhileClosedTest {
    /** 10,000 with {@code -Durdma4j.ends=10000}. */
    private static final int ROUNDS = Integer.getInteger("urdma4j.ends", 500);

    private static final int PORT = 4711;

    private final CmEnd end = CmEnd.inMemory(new MemoryNetwork("bound"), "192.0.2.1");

    @AfterEach
    void close() {
        end.close();
    }

    @Test
    void shouldGiveThePortBack() throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            CmId id = end.createId();
            AtomicInteger there = new AtomicInteger();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread binder =
                    Thread.ofPlatform()
                            .start(() -> {
                                meet(there);
                                thrown.set(catchThrowable(() -> id.bindAddr(end.at(PORT))));
                            });
            meet(there);
            id.close();
            binder.join();

            assertThat(thrown.get())
                    .satisfiesAnyOf(
                            e -> assertThat(e).isNull(),
                            e -> assertThat(e).isInstanceOf(IllegalStateException.class));
            CmId next = end.createId();
            next.bindAddr(end.at(PORT));
            next.close();
        }
    }

    private static void meet(AtomicInteger there) {
        there.incrementAndGet();
        while (there.get() < 2) {
            Thread.onSpinWait();
        }
    }
}
