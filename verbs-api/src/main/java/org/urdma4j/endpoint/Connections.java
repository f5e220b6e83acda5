package org.urdma4j.endpoint;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * The thread of a group that takes what happens to connections. What goes wrong with one ends that
 * one; the thread ends when the group is closed.
 */
final class Connections {
    private static final Duration LONG = Duration.ofDays(1);

    private final ActiveGroup group;
    private final CmEventChannel events;

    Connections(ActiveGroup group, CmEventChannel events) {
        this.group = group;
        this.events = events;
    }

    void run() {
        while (true) {
            CmEvent event;
            try {
                event = events.getCmEvent(LONG);
            } catch (InterruptedException _) {
                continue; // a callback's doing; only close() ends this
            } catch (IllegalStateException _) {
                return; // the group is closed
            }
            if (event != null) {
                take(event);
            }
        }
    }

    private void take(CmEvent event) {
        CmId id = event.id();
        try {
            switch (event.eventType()) {
                case ADDR_RESOLVED -> id.resolveRoute(group.options().patience());
                case ROUTE_RESOLVED -> connect((ActiveEndpoint) id.userContext(), id);
                case CONNECT_REQUEST -> accept(event);
                default -> {
                    if (id.userContext() instanceof ActiveEndpoint endpoint) {
                        pass(endpoint, event);
                    } else if (event.eventType() == CmEventType.DEVICE_REMOVAL) {
                        group.stopListening();
                        group.tellDeviceClosed();
                    }
                }
            }
        } catch (Throwable e) { // the others go on
            try {
                abandon(id, e);
            } catch (Throwable again) {
                Uncaught.tell(again);
            }
        }
    }

    private static void abandon(CmId id, Throwable cause) {
        Shortage.refuse(id, cause);
        if (!(id.userContext() instanceof ActiveEndpoint endpoint)) {
            if (!Shortage.is(cause)) {
                Uncaught.tell(cause);
            }
        } else if (!endpoint.closed()) {
            VerbsException failure =
                    cause instanceof VerbsException e
                            ? e
                            : new VerbsException(Errno.ENODEV, "the device was closed", cause);
            endpoint.conclude(failure);
        }
        id.close();
    }

    private void connect(ActiveEndpoint endpoint, CmId id) {
        group.open(endpoint, id);
        begin(endpoint, () -> id.connect(endpoint.param(group.options().param())));
    }

    private void accept(CmEvent request) {
        CmId id = request.id();
        ActiveEndpoint endpoint = (ActiveEndpoint) ((Supplier<?>) id.userContext()).get();
        if (endpoint == null) {
            id.close();
            return;
        }
        try {
            group.admit(endpoint);
        } catch (Error e) { // it will never hear of its end
            endpoint.end();
            throw e;
        }
        id.userContext(endpoint);
        endpoint.peer(request.conn());
        group.open(endpoint, id);
        begin(endpoint, () -> id.accept(endpoint.param(group.options().param())));
    }

    /** Goes on to connect, unless the endpoint has been told not to; it may be told meanwhile. */
    private static void begin(ActiveEndpoint endpoint, Runnable step) {
        if (!endpoint.leaving()) {
            step.run();
        }
        if (endpoint.leaving()) {
            endpoint.conclude(null);
        }
    }

    private static void pass(ActiveEndpoint endpoint, CmEvent event) {
        switch (event.eventType()) {
            case ESTABLISHED -> endpoint.establish(event.conn());
            case TIMEWAIT_EXIT -> endpoint.end();
            default -> {
                endpoint.ended(event);
                endpoint.conclude(Events.failure(event));
            }
        }
    }
}
