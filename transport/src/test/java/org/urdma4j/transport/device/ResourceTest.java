package org.urdma4j.transport.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A resource lives no longer than what it was made from, however their threads meet. */
@Timeout(60)
class ResourceTest {
    private static final class Thing extends Resource {
        Runnable onRelease = () -> {};
        boolean inEventLoop;
        int released;

        Thing(Resource... parents) {
            super(parents);
        }

        @Override
        String describe() {
            return "Thing";
        }

        @Override
        boolean inEventLoop() {
            return inEventLoop;
        }

        @Override
        void release() {
            onRelease.run();
            released++;
        }
    }

    /** As when one thread makes a queue pair, and another closes its completion queue. */
    @Test
    void shouldBeReleasedIfAParentIsClosedWhileItIsMade() {
        Thing domain = new Thing();
        Thing queue = new Thing();
        Thing child = new Thing(domain, queue);

        queue.close();
        assertThatIllegalStateException().isThrownBy(child::adopted).withMessage("Thing is closed");

        assertThat(child.released).isOne();
        domain.close();
        assertThat(child.released).isOne();
    }

    @Test
    void shouldBeClosedOnceByWhicheverParentIsFirst() {
        Thing domain = new Thing();
        Thing queue = new Thing();
        Thing child = new Thing(domain, queue);
        child.adopted();

        queue.close();
        domain.close();

        assertThat(child.closed()).isTrue();
        assertThat(child.released).isOne();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A child whose parent is closed meanwhile, too: the parent's thread waits for the child's. */
    @Test
    void shouldBeClosedWhenASecondCloseReturns() throws InterruptedException {
        Thing domain = new Thing();
        Thing child = new Thing(domain);
        child.adopted();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        child.onRelease =
                () -> {
                    begun.countDown();
                    await(go);
                };
        Thread first = Thread.ofPlatform().start(child::close);
        begun.await();
        AtomicInteger seen = new AtomicInteger(-1);
        Thread second =
                Thread.ofPlatform()
                        .start(() -> {
                            domain.close();
                            seen.set(child.released);
                        });
        while (second.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        second.interrupt(); // which is no reason to leave it half closed
        assertThat(domain.released).isZero();
        go.countDown();
        first.join();
        second.join();

        assertThat(seen).hasValue(1);
        assertThat(domain.released).isOne();
    }

    @Test
    void shouldNotWaitForItselfNorOnTheEventLoop() throws InterruptedException {
        Thing thing = new Thing();
        thing.onRelease =
                () -> {
                    thing.close(); // as a callback would
                    thing.inEventLoop = true;
                    Thread loop = Thread.ofPlatform().start(thing::close);
                    try {
                        loop.join();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                };
        thing.close();

        assertThat(thing.released).isOne();
    }

    @Test
    void shouldCloseTheRestIfSomethingCannotBe() {
        Thing domain = new Thing();
        Thing one = new Thing(domain);
        Thing other = new Thing(domain);
        one.adopted();
        other.adopted();
        other.onRelease =
                () -> {
                    throw new IllegalStateException("not today");
                };

        assertThatIllegalStateException().isThrownBy(domain::close).withMessage("not today");
        assertThat(one.released).isOne();
        assertThat(domain.released).isOne();
        domain.close();
    }
}
