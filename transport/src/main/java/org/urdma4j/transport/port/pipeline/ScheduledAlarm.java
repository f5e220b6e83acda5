package org.urdma4j.transport.port.pipeline;

import io.netty.channel.EventLoop;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** An alarm by the loop's own schedule, which every kind of loop has. */
public final class ScheduledAlarm implements Alarm {
    private final EventLoop loop;
    private final Runnable task;
    private Future<?> scheduled;

    public ScheduledAlarm(EventLoop loop, Runnable task) {
        this.loop = loop;
        this.task = task;
    }

    @Override
    public void set(long delayNs) {
        if (scheduled != null) {
            scheduled.cancel(false);
        }
        scheduled = loop.schedule(task, delayNs, TimeUnit.NANOSECONDS);
    }
}
