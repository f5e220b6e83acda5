package org.urdma4j.rdmacore;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Events of identifiers for threads that wait for them. */
final class RdmaCmChannel implements CmEventChannel {
    private final ConnectionManager manager;
    private final EventQueue<CmEvent> events = new EventQueue<>("event channel");
    private final Set<RdmaCmId> ids = new LinkedHashSet<>();
    private boolean closed;

    RdmaCmChannel(ConnectionManager manager) {
        this.manager = manager;
    }

    @Override
    public CmId createId(Context context, CmPortSpace portSpace) {
        if (!(context instanceof RdmaContext device)) {
            throw RdmaCmId.invalid("the device is of another provider than the event channel");
        }
        if (portSpace != RdmaCmId.PORT_SPACE) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP, "there are no datagram services; find peers in another way");
        }
        synchronized (device.lock) {
            device.checkOpen();
            checkOpen();
            return manager.create(device, this);
        }
    }

    private synchronized void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the event channel is closed");
        }
    }

    /** Has an identifier tell its events here from now on. */
    synchronized void add(RdmaCmId id) {
        checkOpen();
        ids.add(id);
    }

    /** Returns the events that wait of one that tells nothing here any more. */
    synchronized List<CmEvent> remove(RdmaCmId id) {
        List<CmEvent> waiting = new ArrayList<>();
        ids.remove(id);
        events.removeIf(each -> each.id() == id && waiting.add(each));
        return waiting;
    }

    /** Nothing is told of an identifier that is closed. */
    synchronized void tell(CmEvent event) {
        if (ids.contains(event.id())) {
            events.add(event);
        }
    }

    /** Tells the last event of an identifier that is closed. */
    void tellLast(CmEvent event) {
        events.add(event);
    }

    @Override
    public CmEvent getCmEvent(Duration timeout) throws InterruptedException {
        return events.take(timeout);
    }

    @Override
    public CmEvent pollCmEvent() {
        return events.poll();
    }

    @Override
    public void close() {
        List<RdmaCmId> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(ids);
        }
        left.forEach(RdmaCmId::close);
        events.close();
    }
}
