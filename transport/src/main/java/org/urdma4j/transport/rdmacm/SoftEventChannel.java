package org.urdma4j.transport.rdmacm;

import org.urdma4j.transport.port.CloseOnce;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Events for threads that wait for them, and the identifiers that tell them. What strangers cause
 * to be told is bounded by the backlog of who listens.
 */
final class SoftEventChannel implements CmEventChannel {
    private static final Object CLOSED = new Object();

    private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
    private final Set<SoftCmId> ids = new LinkedHashSet<>();
    private final CloseOnce once = new CloseOnce();
    private volatile boolean closed;

    /** Creates one without identifiers. */
    public SoftEventChannel() {
        // nothing to set up
    }

    @Override
    public CmId createId(Context context, CmPortSpace portSpace) {
        checkOpen();
        Refused.unless(
                context instanceof CmHost,
                "the device is of another provider than the event channel");
        return ((CmHost) context).connections().createId(this, portSpace);
    }

    void adopt(SoftCmId id) {
        synchronized (ids) {
            checkOpen();
            ids.add(id);
        }
    }

    void disown(SoftCmId id) {
        synchronized (ids) {
            ids.remove(id);
            removeEventsOf(id);
        }
    }

    /** Removes what waits to be told of {@code id}; returns it in order. */
    List<CmEvent> removeEventsOf(CmId id) {
        List<CmEvent> removed = new ArrayList<>();
        events.removeIf(each -> {
            boolean mine = each instanceof CmEvent event && event.id().equals(id);
            if (mine) {
                removed.add((CmEvent) each);
            }
            return mine;
        });
        return removed;
    }

    /** Nothing is told of an identifier that is closed, or belongs elsewhere by now. */
    void add(SoftCmId of, CmEvent event) {
        synchronized (ids) {
            if (!closed && ids.contains(of)) {
                events.add(event);
            }
        }
    }

    @Override
    public CmEvent getCmEvent(Duration timeout) throws InterruptedException {
        checkOpen();
        // Converting saturates where Duration.toNanos would overflow.
        long ns = TimeUnit.NANOSECONDS.convert(timeout);
        CmEvent event = opened(events.poll(ns, TimeUnit.NANOSECONDS));
        if (event == null) {
            checkOpen();
        }
        return event;
    }

    @Override
    public CmEvent pollCmEvent() {
        checkOpen();
        return opened(events.poll());
    }

    private CmEvent opened(Object event) {
        if (CLOSED.equals(event)) {
            events.add(CLOSED); // for the next who waits
            return null;
        }
        return (CmEvent) event;
    }

    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the event channel is closed");
        }
    }

    @Override
    public void close() {
        if (!once.begin(this::inEventLoop)) {
            return;
        }
        try {
            List<SoftCmId> orphans;
            synchronized (ids) {
                closed = true;
                orphans = new ArrayList<>(ids);
            }
            orphans.forEach(SoftCmId::close);
        } finally {
            events.clear();
            events.add(CLOSED);
            once.end();
        }
    }

    private boolean inEventLoop() {
        synchronized (ids) {
            return ids.stream().anyMatch(id -> id.service.port.inEventLoop());
        }
    }
}
