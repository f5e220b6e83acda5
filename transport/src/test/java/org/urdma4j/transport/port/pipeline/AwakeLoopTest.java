package org.urdma4j.transport.port.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;

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

import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A loop that stays awake for as long as a clock stands still. */
@Timeout(60)
@ParameterizedClass
@EnumSource
class AwakeLoopTest {
    /** Loops that can stay awake, each with its alarm. */
    enum Kind {
        EPOLL {
            @Override
            IoHandlerFactory ioHandlers(SelectStrategyFactory strategies) {
                assumeTrue(Epoll.isAvailable(), "this system has no epoll");
                return EpollIoHandler.newFactory(0, strategies);
            }

            @Override
            Alarm.Factory alarms() {
                return TimerAlarm::create;
            }
        },
        NIO {
            @Override
            IoHandlerFactory ioHandlers(SelectStrategyFactory strategies) {
                return NioIoHandler.newFactory(SelectorProvider.provider(), strategies);
            }

            @Override
            Alarm.Factory alarms() {
                return ScheduledAlarm::new;
            }
        };

        abstract IoHandlerFactory ioHandlers(SelectStrategyFactory strategies);

        abstract Alarm.Factory alarms();
    }

    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final int MANY = 1000;

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicLong due = new AtomicLong(PortLoop.NEVER);
    private final PortLoop loop;

    AwakeLoopTest(Kind kind) {
        BusyPoll busyPoll = new BusyPoll(WINDOW, clock::get);
        loop =
                new PortLoop(
                        "loop-under-test",
                        kind.ioHandlers(() -> watched(busyPoll)),
                        kind.alarms(),
                        SystemClock::nowNs,
                        busyPoll);
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

    private SelectStrategy watched(SelectStrategy strategy) {
        return (look, hasTasks) -> {
            int next = strategy.calculateStrategy(look, hasTasks);
            asleep.set(next == SelectStrategy.SELECT);
            looks.incrementAndGet();
            return next;
        };
    }

    @AfterEach
    void close() {
        loop.close(() -> {});
    }

    private void awaitLooks() {
        int before = looks.get();
        Endpoint.await(() -> looks.get() > before + MANY, "many looks");
    }

    @Test
    void shouldSleepUntilThereIsATurn() {
        loop.eventLoop().submit(() -> {}).syncUninterruptibly();
        Endpoint.await(asleep::get, "sleep");
    }

    @Test
    void shouldLookWithoutTurnsAndSleepWhenItsTimeIsOver() {
        loop.wake();
        awaitLooks();
        assertThat(turns).hasValue(1);
        clock.addAndGet(WINDOW.toNanos());
        Endpoint.await(asleep::get, "sleep");
        int before = looks.get();
        loop.eventLoop().submit(() -> {}).syncUninterruptibly();
        Endpoint.await(asleep::get, "sleep after a task");
        assertThat(looks.get() - before).isLessThan(MANY);
    }

    @Test
    void shouldWakeUpAgain() {
        loop.wake();
        awaitLooks();
        clock.addAndGet(WINDOW.toNanos());
        Endpoint.await(asleep::get, "sleep");
        loop.wake();
        awaitLooks();
        assertThat(turns).hasValue(2);
    }

    @Test
    void shouldRunTasksAndTimersMeanwhile() {
        loop.wake();
        awaitLooks();
        assertThat(loop.call(() -> 7)).isEqualTo(7);
        due.set(SystemClock.nowNs() + 1_000_000);
        loop.wake();
        Endpoint.await(() -> turns.get() == 4, "a turn each for call, wake and timer");
        AtomicBoolean ran = new AtomicBoolean();
        var _ = loop.eventLoop().schedule(() -> ran.set(true), 1, TimeUnit.MILLISECONDS);
        Endpoint.await(ran::get, "another's timer");
    }

    @Test
    void shouldCloseMeanwhile() {
        loop.wake();
        awaitLooks();
        loop.close(() -> {});
        assertThat(loop.eventLoop().isTerminated()).isTrue();
    }
}
