package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.ConnParam;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The one event channel of librdmacm that a process has here, and the thread that takes its events.
 * They are copied and acknowledged first, and handed on then: whoever destroys an identifier waits
 * for its acknowledgements, and has a lock that handing on needs. Any thread.
 */
final class ConnectionManager {
    private static final System.Logger LOG = System.getLogger(ConnectionManager.class.getName());
    private static final Struct EVENT = Structs.CM_EVENT;
    private static final int BYTE = 0xff;

    private static ConnectionManager only;

    private final Librdmacm library;
    private final Libibverbs verbs;
    private final long channel;

    /** By their pointers. */
    private final Map<Long, RdmaCmId> ids = new ConcurrentHashMap<>();

    /**
     * An event as it was told.
     *
     * @param id whose it is; null of a request for a connection
     * @param made the new identifier of a request, otherwise 0
     */
    private record Told(CmEventType type, RdmaCmId id, long made, int status, ConnParam conn) {}

    private ConnectionManager(Libibverbs verbs, Librdmacm library) {
        this.verbs = verbs;
        this.library = library;
        channel = library.createEventChannel();
        int fd = Libibverbs.at(channel, Structs.CM_CHANNEL).get(JAVA_INT, 0);
        new EventThread(verbs, "rdma-cm").add(new EventThread.Source(fd, this::take));
    }

    /**
     * Returns the process's, and makes it when it is first asked for.
     *
     * @throws VerbsException with ENOSYS without librdmacm, otherwise as {@code
     *     rdma_create_event_channel}
     */
    static synchronized ConnectionManager of(Libibverbs verbs) {
        if (only == null) {
            try {
                only = new ConnectionManager(verbs, new Librdmacm(Librdmacm.SYSTEM));
            } catch (IllegalStateException e) {
                throw missing(e);
            }
        }
        return only;
    }

    private static VerbsException missing(IllegalStateException why) {
        return new VerbsException(
                Errno.ENOSYS,
                "no connection manager: %s; connect with QpAttrs.connect"
                        .formatted(why.getMessage()));
    }

    Librdmacm library() {
        return library;
    }

    /** Makes an identifier; under the context's lock. */
    RdmaCmId create(RdmaContext context, RdmaCmChannel to) {
        return adopt(context, to, library.createId(channel, RdmaCmId.PORT_SPACE.value()));
    }

    private RdmaCmId adopt(RdmaContext context, RdmaCmChannel to, long pointer) {
        RdmaCmId id = new RdmaCmId(this, context, to, pointer);
        ids.put(pointer, id);
        try {
            to.add(id);
        } catch (IllegalStateException e) {
            id.close();
            throw e;
        }
        return id;
    }

    /** Tells nothing more to an identifier that is about to be destroyed. */
    void forget(RdmaCmId id) {
        ids.remove(id.pointer, id);
    }

    private void take() {
        try {
            Told told = library.takeEvent(channel, this::copy);
            if (told != null) {
                deliver(told);
            }
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "An event of a connection is lost", e);
        }
    }

    private Told copy(MemorySegment event) {
        CmEventType type = type(event.get(JAVA_INT, EVENT.at("event")));
        long id = event.get(JAVA_LONG, EVENT.at("id"));
        boolean request = type == CmEventType.CONNECT_REQUEST;
        long owner = request ? event.get(JAVA_LONG, EVENT.at("listen_id")) : id;
        int status = event.get(JAVA_INT, EVENT.at("status"));
        return new Told(type, ids.get(owner), request ? id : 0, status, param(event));
    }

    /** Returns null for one that isn't known. */
    private static CmEventType type(int number) {
        for (CmEventType each : CmEventType.values()) {
            if (each.value() == number) {
                return each;
            }
        }
        return null;
    }

    private static ConnParam param(MemorySegment event) {
        long at = event.get(JAVA_LONG, EVENT.at("param.conn.private_data"));
        int bytes = u8(event, "private_data_len");
        byte[] data = at == 0 ? new byte[0] : Libibverbs.bytes(at, bytes).toArray(JAVA_BYTE);
        return ConnParam.EMPTY
                .privateData(data)
                .responderResources(u8(event, "responder_resources"))
                .initiatorDepth(u8(event, "initiator_depth"))
                .flowControl(u8(event, "flow_control") != 0)
                .retryCount(Math.min(u8(event, "retry_count"), 7))
                .rnrRetryCount(Math.min(u8(event, "rnr_retry_count"), 7))
                .srq(u8(event, "srq") != 0)
                .qpNum(event.get(JAVA_INT, EVENT.at("param.conn.qp_num")))
                .urdma(false);
    }

    private static int u8(MemorySegment event, String field) {
        return event.get(JAVA_BYTE, EVENT.at("param.conn." + field)) & BYTE;
    }

    private void deliver(Told told) {
        if (told.made() != 0) {
            deliverRequest(told);
        } else if (told.id() != null && told.type() != null) {
            told.id().happened(told.type(), told.status(), told.conn());
        }
    }

    /** A peer that is for another device, or comes when nobody listens any more, is refused. */
    private void deliverRequest(Told told) {
        RdmaCmId listener = told.id();
        if (listener != null) {
            RdmaContext context = listener.verbs();
            synchronized (context.lock) {
                if (!listener.isClosed() && isOf(told.made(), context)) {
                    RdmaCmId id = adopt(context, listener.channel(), told.made());
                    id.asked(listener, told.conn());
                    return;
                }
            }
        }
        library.destroyId(told.made());
    }

    /** Returns whether an identifier of librdmacm has found this device. */
    boolean isOf(long id, RdmaContext context) {
        long found = Libibverbs.at(id, Structs.CM_ID).get(JAVA_LONG, 0);
        return found != 0 && verbs.deviceName(found).equals(context.device().name());
    }
}
