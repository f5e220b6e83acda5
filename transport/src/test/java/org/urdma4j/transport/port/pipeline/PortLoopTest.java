package org.urdma4j.transport.port.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.local.LocalIoHandler;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.udp.Endpoint;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.Shard;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

@Timeout(60)
@ParameterizedClass
@EnumSource
class PortLoopTest {
    /** The alarms, each with a kind of loop that has it. */
    enum Kind {
        SCHEDULED {
            @Override
            PortLoop open() {
                return new PortLoop(
                        "loop-under-test", LocalIoHandler.newFactory(), SystemClock::nowNs);
            }
        },
        TIMER {
            @Override
            PortLoop open() {
                assumeTrue(Epoll.isAvailable(), "this system has no epoll");
                return new PortLoop(
                        "loop-under-test",
                        EpollIoHandler.newFactory(),
                        TimerAlarm::create,
                        SystemClock::nowNs,
                        new BusyPoll(Duration.ZERO, SystemClock::nowNs));
            }
        },
        AWAKE {
            @Override
            PortLoop open() {
                assumeTrue(Epoll.isAvailable(), "this system has no epoll");
                BusyPoll busyPoll = new BusyPoll(Duration.ofSeconds(1), SystemClock::nowNs);
                return new PortLoop(
                        "loop-under-test",
                        EpollIoHandler.newFactory(0, busyPoll.strategies()),
                        TimerAlarm::create,
                        SystemClock::nowNs,
                        busyPoll);
            }
        };

        abstract PortLoop open();
    }

    private static final long FAR_NS = 3_600_000_000_000L;

    private final PortLoop loop;
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicLong due = new AtomicLong(PortLoop.NEVER);

    PortLoopTest(Kind kind) {
        loop = kind.open();
        Shard idle = new Shard(EngineConfig.DEFAULT, new Random(1));
        ShardDriver driver =
                new ShardDriver(idle, SystemClock::nowNs, UdpBatches.create(), _ -> {});
        loop.drive(
                driver,
                _ -> {
                    turns.incrementAndGet();
                    return due.getAndSet(PortLoop.NEVER);
                });
    }

    @AfterEach
    void close() {
        loop.close(() -> {});
    }

    @Test
    void shouldReturnWhatACallReturnsAfterATurn() {
        assertThat(loop.call(() -> Thread.currentThread().getName())).contains("loop-under-test");
        assertThat(turns).hasValue(1);
    }

    @Test
    void shouldRunACallFromTheLoopAtOnceAndTurnLater() {
        int turnsWithin = loop.call(() -> loop.call(turns::get));
        assertThat(turnsWithin).isZero();
        Endpoint.await(() -> turns.get() == 2, "a turn for each call");
    }

    @Test
    void shouldThrowWhatACallThrows() {
        IllegalArgumentException mistake = new IllegalArgumentException("mistake");
        assertThatThrownBy(() ->
                        loop.call(() -> {
                            throw mistake;
                        }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mistake")
                .hasCause(mistake);
        AssertionError error = new AssertionError("error");
        assertThatThrownBy(() ->
                        loop.call(() -> {
                            throw error;
                        }))
                .isSameAs(error);
        assertThat(loop.call(() -> 7)).isEqualTo(7);
    }

    @Test
    void shouldTakeOneTurnForManyWakes() {
        CountDownLatch woken = new CountDownLatch(1);
        loop.eventLoop().execute(() -> await(woken));
        for (int i = 0; i < 1000; i++) {
            loop.wake();
        }
        woken.countDown();
        loop.eventLoop().submit(() -> {}).syncUninterruptibly();
        assertThat(turns).hasValue(1);
    }

    @Test
    void shouldTurnAgainWhenWokenDuringATurn() {
        AtomicInteger seen = new AtomicInteger();
        for (int i = 1; i <= 100; i++) {
            int expected = i;
            seen.set(turns.get());
            loop.wake();
            Endpoint.await(() -> turns.get() > seen.get(), "turn " + expected);
        }
    }

    @Test
    void shouldTurnWhenTheTimeHasCome() {
        long dueNs = SystemClock.nowNs() + 20_000_000;
        due.set(dueNs);
        loop.wake();
        Endpoint.await(() -> turns.get() == 2, "the timer");
        assertThat(SystemClock.nowNs() - dueNs).isNotNegative();
    }

    @Test
    void shouldMoveTheTimerForwardOnly() {
        due.set(SystemClock.nowNs() + FAR_NS);
        loop.call(() -> 1);
        due.set(SystemClock.nowNs() + 1_000_000);
        loop.call(() -> 1);
        due.set(SystemClock.nowNs() + FAR_NS);
        loop.call(() -> 1);
        Endpoint.await(() -> turns.get() == 4, "the earliest of three timers");
    }

    @Test
    void shouldSetTheAlarmAgainAndAgain() {
        for (int i = 1; i <= 100; i++) {
            int before = turns.get();
            due.set(SystemClock.nowNs() + 50_000);
            loop.call(() -> 1);
            Endpoint.await(
                    () -> turns.get() >= before + 2, "a turn for the call, one for the time");
        }
    }

    @Test
    void shouldLetOthersRunWhenTurnsFollowEachOther() {
        AtomicInteger others = new AtomicInteger();
        loop.call(() -> {
            due.set(SystemClock.nowNs() - 1);
            return 1;
        });
        for (int i = 0; i < 100; i++) {
            due.set(SystemClock.nowNs());
            loop.eventLoop().execute(others::incrementAndGet);
        }
        Endpoint.await(() -> others.get() == 100, "other tasks");
    }

    @Test
    void shouldCloseOnceAndReleaseOnce() throws InterruptedException {
        AtomicInteger released = new AtomicInteger();
        Thread[] closers = new Thread[4];
        for (int i = 0; i < closers.length; i++) {
            closers[i] = Thread.ofVirtual().start(() -> loop.close(released::incrementAndGet));
        }
        for (Thread closer : closers) {
            closer.join();
        }
        assertThat(released).hasValue(1);
        assertThat(loop.eventLoop().isTerminated()).isTrue();
        loop.wake();
        assertThatThrownBy(() -> loop.call(() -> 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the port is closed");
    }

    @Test
    void shouldCloseFromTheLoop() {
        loop.call(() -> {
            loop.close(() -> {});
            return 1;
        });
        Endpoint.await(loop.eventLoop()::isTerminated, "the loop to end");
    }

    @Test
    void shouldNotTurnAfterClosing() {
        loop.close(() -> {
            loop.wake();
            due.set(SystemClock.nowNs());
        });
        assertThat(turns).hasValue(0);
    }

    @Test
    void shouldKeepTheResultAndTheInterruptOfAnInterruptedCall() throws InterruptedException {
        AtomicInteger result = new AtomicInteger();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch proceed = new CountDownLatch(1);
        AtomicInteger interrupted = new AtomicInteger();
        Thread caller =
                Thread.ofPlatform()
                        .start(() -> {
                            result.set(
                                    loop.call(() -> {
                                        started.countDown();
                                        await(proceed);
                                        return 5;
                                    }));
                            interrupted.set(Thread.currentThread().isInterrupted() ? 1 : 0);
                        });
        started.await();
        caller.interrupt();
        proceed.countDown();
        caller.join();
        assertThat(result).hasValue(5);
        assertThat(interrupted).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
