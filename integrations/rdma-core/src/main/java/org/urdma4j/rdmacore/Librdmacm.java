package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.verbs.QpState;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Function;

/**
 * The functions of librdmacm that connections of queue pairs of libibverbs need. Pointers are
 * numbers. Any thread; {@link #destroyId} waits until each event of the identifier is acknowledged.
 */
final class Librdmacm {
    /** The system's own. */
    static final String SYSTEM = "librdmacm.so.1";

    private static final String ABI_1_0 = "RDMACM_1.0";
    private static final String ABI_1_2 = "RDMACM_1.2";
    private static final int OPTION_ID = 0;
    private static final int OPTION_ID_ACK_TIMEOUT = 3;

    private static final long QP_STATE = Structs.QP_ATTR.at("qp_state");

    private final MethodHandle createEventChannel;
    private final MethodHandle getCmEvent;
    private final MethodHandle ackCmEvent;
    private final MethodHandle createId;
    private final MethodHandle destroyId;
    private final MethodHandle bindAddr;
    private final MethodHandle resolveAddr;
    private final MethodHandle resolveRoute;
    private final MethodHandle initQpAttr;
    private final MethodHandle connect;
    private final MethodHandle listen;
    private final MethodHandle accept;
    private final MethodHandle reject;
    private final MethodHandle disconnect;
    private final MethodHandle establish;
    private final MethodHandle notify;
    private final MethodHandle setOption;

    /**
     * Loads a library.
     *
     * @throws IllegalStateException as {@link SharedLibrary}
     */
    Librdmacm(String path) {
        SharedLibrary library = new SharedLibrary(path, "librdmacm1");
        createEventChannel = library.function("rdma_create_event_channel", ABI_1_0, JAVA_LONG);
        getCmEvent = library.function("rdma_get_cm_event", ABI_1_0, JAVA_INT, JAVA_LONG, ADDRESS);
        ackCmEvent = library.function("rdma_ack_cm_event", ABI_1_0, JAVA_INT, JAVA_LONG);
        createId =
                library.function(
                        "rdma_create_id",
                        ABI_1_0,
                        JAVA_INT,
                        JAVA_LONG,
                        ADDRESS,
                        JAVA_LONG,
                        JAVA_INT);
        destroyId = library.function("rdma_destroy_id", ABI_1_0, JAVA_INT, JAVA_LONG);
        bindAddr = library.function("rdma_bind_addr", ABI_1_0, JAVA_INT, JAVA_LONG, ADDRESS);
        resolveAddr =
                library.function(
                        "rdma_resolve_addr",
                        ABI_1_0,
                        JAVA_INT,
                        JAVA_LONG,
                        ADDRESS,
                        ADDRESS,
                        JAVA_INT);
        resolveRoute =
                library.function("rdma_resolve_route", ABI_1_0, JAVA_INT, JAVA_LONG, JAVA_INT);
        initQpAttr =
                library.function(
                        "rdma_init_qp_attr", ABI_1_2, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS);
        connect = library.function("rdma_connect", ABI_1_0, JAVA_INT, JAVA_LONG, ADDRESS);
        listen = library.function("rdma_listen", ABI_1_0, JAVA_INT, JAVA_LONG, JAVA_INT);
        accept = library.function("rdma_accept", ABI_1_0, JAVA_INT, JAVA_LONG, ADDRESS);
        reject = library.function("rdma_reject", ABI_1_0, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_BYTE);
        disconnect = library.function("rdma_disconnect", ABI_1_0, JAVA_INT, JAVA_LONG);
        establish = library.function("rdma_establish", ABI_1_2, JAVA_INT, JAVA_LONG);
        notify = library.function("rdma_notify", ABI_1_0, JAVA_INT, JAVA_LONG, JAVA_INT);
        setOption =
                library.function(
                        "rdma_set_option",
                        ABI_1_0,
                        JAVA_INT,
                        JAVA_LONG,
                        JAVA_INT,
                        JAVA_INT,
                        ADDRESS,
                        JAVA_LONG);
    }

    /** Returns a channel; without a device there is none (ENODEV). */
    long createEventChannel() {
        return Libibverbs.pointer(
                "no connection manager of the kernel (modprobe rdma_ucm)",
                (state, _) -> (long) createEventChannel.invokeExact(state));
    }

    /**
     * Takes an event, and acknowledges it when {@code copy} has returned.
     *
     * @return what the copy is, or null if there is none any more
     */
    <T> T takeEvent(long channel, Function<MemorySegment, T> copy) {
        return Libibverbs.make((state, arena) -> {
            MemorySegment at = arena.allocate(JAVA_LONG);
            if ((int) getCmEvent.invokeExact(state, channel, at) != 0) {
                return null;
            }
            long event = at.get(JAVA_LONG, 0);
            try {
                return copy.apply(Libibverbs.at(event, Structs.CM_EVENT));
            } finally {
                int _ = (int) ackCmEvent.invokeExact(state, event);
            }
        });
    }

    long createId(long channel, int portSpace) {
        return Libibverbs.make((_, arena) -> {
            MemorySegment id = arena.allocate(JAVA_LONG);
            Libibverbs.check(
                    "can't create an identifier",
                    (state, _) -> (int) createId.invokeExact(state, channel, id, 0L, portSpace));
            return id.get(JAVA_LONG, 0);
        });
    }

    void destroyId(long id) {
        Libibverbs.end("can't destroy an identifier", destroyId, id);
    }

    void bindAddr(long id, InetSocketAddress local) {
        Libibverbs.check(
                "can't take " + local,
                (state, arena) ->
                        (int) bindAddr.invokeExact(state, id, SocketAddresses.write(local, arena)));
    }

    /** Looks for a peer, from an address or, for null, whichever suits. */
    void resolveAddr(
            long id, InetSocketAddress source, InetSocketAddress destination, Duration timeout) {
        Libibverbs.check(
                "can't look for " + destination,
                (state, arena) -> {
                    MemorySegment from =
                            source == null
                                    ? MemorySegment.NULL
                                    : SocketAddresses.write(source, arena);
                    MemorySegment to = SocketAddresses.write(destination, arena);
                    return (int) resolveAddr.invokeExact(state, id, from, to, millis(timeout));
                });
    }

    void resolveRoute(long id, Duration timeout) {
        Libibverbs.check(
                "can't look for a way",
                (state, _) -> (int) resolveRoute.invokeExact(state, id, millis(timeout)));
    }

    /** At least one, as none would be no attempt. */
    private static int millis(Duration timeout) {
        Duration most = Duration.ofMillis(Integer.MAX_VALUE);
        return timeout.compareTo(most) > 0
                ? Integer.MAX_VALUE
                : (int) Math.max(1, timeout.toMillis());
    }

    /**
     * Fills in what moves a queue pair of the identifier's to a state.
     *
     * @return which attributes there are
     */
    int initQpAttr(long id, MemorySegment attr, QpState state) {
        return Libibverbs.make((_, arena) -> {
            attr.set(JAVA_INT, QP_STATE, state.value());
            MemorySegment mask = arena.allocate(JAVA_INT);
            Libibverbs.check(
                    "there are no attributes for %s yet".formatted(state),
                    (errno, _) -> (int) initQpAttr.invokeExact(errno, id, attr, mask));
            return mask.get(JAVA_INT, 0);
        });
    }

    void listen(long id, int backlog) {
        Libibverbs.check(
                "can't listen", (state, _) -> (int) listen.invokeExact(state, id, backlog));
    }

    void connect(long id, MemorySegment param) {
        Libibverbs.check(
                "can't ask for a connection",
                (state, _) -> (int) connect.invokeExact(state, id, param));
    }

    void accept(long id, MemorySegment param) {
        Libibverbs.check(
                "can't agree to a connection",
                (state, _) -> (int) accept.invokeExact(state, id, param));
    }

    void reject(long id, byte[] data) {
        Libibverbs.check(
                "can't refuse a connection",
                (state, arena) ->
                        (int)
                                reject.invokeExact(
                                        state,
                                        id,
                                        arena.allocateFrom(JAVA_BYTE, data),
                                        (byte) data.length));
    }

    /** Returns 0 or the error number: of a connection that the peer has ended already there is. */
    int disconnect(long id) {
        return Libibverbs.errno((state, _) -> (int) disconnect.invokeExact(state, id));
    }

    void establish(long id) {
        Libibverbs.check(
                "can't tell the peer that this end is ready",
                (state, _) -> (int) establish.invokeExact(state, id));
    }

    void notifyEvent(long id, int event) {
        Libibverbs.check(
                "there is no connection that an event could establish",
                (state, _) -> (int) notify.invokeExact(state, id, event));
    }

    void ackTimeout(long id, int code) {
        Libibverbs.check(
                "can't set the ACK timeout",
                (state, arena) ->
                        (int)
                                setOption.invokeExact(
                                        state,
                                        id,
                                        OPTION_ID,
                                        OPTION_ID_ACK_TIMEOUT,
                                        arena.allocateFrom(JAVA_BYTE, (byte) code),
                                        1L));
    }
}
