package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.verbs.AsyncEvent;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.DeviceAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.PortAttr;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmContext;
import org.urdma4j.verbs.cm.CmEventChannel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** An open device of libibverbs. */
final class RdmaContext extends NativeObject implements CmContext {
    private static final int MAX_PORT = 0xff;
    private static final long EVENT_TYPE = Structs.ASYNC_EVENT.at("event_type");

    private final RdmaDevice device;
    private final MemorySegment ops;
    private final EventThread events;
    private final EventQueue<AsyncEvent> asyncEvents = new EventQueue<>("context");

    /** What is closed from then on is closed since the device is; under the lock. */
    private boolean closing;

    /** By their pointers, those that events name. */
    private final Map<Long, RdmaCq> cqs = new ConcurrentHashMap<>();

    private final Map<Long, RdmaQp> qps = new ConcurrentHashMap<>();
    private final Map<Long, RdmaSrq> srqs = new ConcurrentHashMap<>();

    RdmaContext(RdmaDevice device, long pointer) {
        super(new Object(), "context", pointer);
        this.device = device;
        MemorySegment context = Libibverbs.at(pointer, Structs.CONTEXT);
        ops = context.asSlice(Structs.CONTEXT.at("ops"), Structs.CONTEXT_OPS.size());
        events = new EventThread(library(), device.name());
        int fd = context.get(JAVA_INT, Structs.CONTEXT.at("async_fd"));
        events.add(new EventThread.Source(fd, this::takeAsyncEvent));
    }

    Libibverbs library() {
        return device.library();
    }

    EventThread events() {
        return events;
    }

    /** Returns a function of the device's. */
    MemorySegment op(String name) {
        return ops.get(ADDRESS, Structs.CONTEXT_OPS.at(name));
    }

    RdmaCq cq(long cq) {
        return cqs.get(cq);
    }

    void add(RdmaQp qp) {
        qps.put(qp.pointer, qp);
    }

    /** Forgets an object that is about to be destroyed, and its events when it has been. */
    void remove(RdmaQp qp, Runnable destroy) {
        destroy.run();
        qps.remove(qp.pointer, qp);
        asyncEvents.removeIf(event -> event.element() == qp);
    }

    void add(RdmaSrq srq) {
        srqs.put(srq.pointer, srq);
    }

    void remove(RdmaSrq srq, Runnable destroy) {
        destroy.run();
        srqs.remove(srq.pointer, srq);
        asyncEvents.removeIf(event -> event.element() == srq);
    }

    void remove(RdmaCq cq, Runnable destroy) {
        destroy.run();
        cqs.remove(cq.pointer, cq);
        asyncEvents.removeIf(event -> event.element() == cq);
    }

    private void takeAsyncEvent() {
        library().takeAsyncEvent(pointer, this::deliver);
    }

    private void deliver(MemorySegment event) {
        int number = event.get(JAVA_INT, EVENT_TYPE);
        for (EventType type : EventType.values()) {
            if (type.value() == number) {
                Object element = element(type, event);
                if (element != null) {
                    asyncEvents.addOnce(new AsyncEvent(type, element));
                }
            }
        }
    }

    private Object element(EventType type, MemorySegment event) {
        return switch (type) {
            case CQ_ERR -> cqs.get(event.get(JAVA_LONG, 0));
            case QP_FATAL,
                    QP_REQ_ERR,
                    QP_ACCESS_ERR,
                    COMM_EST,
                    SQ_DRAINED,
                    PATH_MIG,
                    PATH_MIG_ERR,
                    QP_LAST_WQE_REACHED ->
                    qps.get(event.get(JAVA_LONG, 0));
            case DEVICE_FATAL -> device;
            case SRQ_ERR, SRQ_LIMIT_REACHED -> srqs.get(event.get(JAVA_LONG, 0));
            case WQ_FATAL -> null;
            default -> event.get(JAVA_INT, 0);
        };
    }

    /** Asks libibverbs something, under the lock while this is open. */
    private <T> T ask(Supplier<T> question) {
        synchronized (lock) {
            checkOpen();
            return question.get();
        }
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public DeviceAttr queryDevice() {
        return ask(() -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment attr = arena.allocate(Structs.DEVICE_ATTR.size(), Long.BYTES);
                Libibverbs.check(
                        "can't query " + device,
                        (state, _) ->
                                (int) library().queryDevice.invokeExact(state, pointer, attr));
                return Attributes.device(attr);
            }
        });
    }

    private static void checkPort(int portNum) {
        if (portNum < 1 || portNum > MAX_PORT) {
            throw new VerbsException(
                    Errno.EINVAL, "there is no port %d; they count from 1".formatted(portNum));
        }
    }

    @Override
    public PortAttr queryPort(int portNum) {
        checkPort(portNum);
        return ask(() -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment attr = arena.allocate(Structs.PORT_ATTR.size(), Long.BYTES);
                library().queryPort(pointer, portNum, attr);
                return Attributes.port(attr);
            }
        });
    }

    @Override
    public Gid queryGid(int portNum, int index) {
        checkPort(portNum);
        return ask(() -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment gid = arena.allocate(16, Long.BYTES);
                library().queryGid(pointer, portNum, index, gid);
                return Gid.of(gid.toArray(JAVA_BYTE));
            }
        });
    }

    @Override
    public List<GidEntry> queryGidTable() {
        int most = 0;
        for (int port = queryDevice().physPortCnt(); port > 0; port--) {
            most += queryPort(port).gidTblLen();
        }
        int entries = most;
        return ask(() -> {
            long bytes = Structs.GID_ENTRY.size();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment table = arena.allocate(entries * bytes, Long.BYTES);
                int count = library().queryGidTable(pointer, table);
                List<GidEntry> filled = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    filled.add(Attributes.gidEntry(table.asSlice(i * bytes, bytes)));
                }
                return List.copyOf(filled);
            }
        });
    }

    @Override
    public int queryPkey(int portNum, int index) {
        checkPort(portNum);
        return ask(() -> library().queryPkey(pointer, portNum, index));
    }

    @Override
    public ProtectionDomain allocPd() {
        return ask(() ->
                new RdmaPd(
                        this,
                        Libibverbs.pointer(
                                "can't allocate a protection domain",
                                (state, _) ->
                                        (long) library().allocPd.invokeExact(state, pointer))));
    }

    @Override
    public CompletionChannel createCompChannel() {
        return ask(() ->
                new RdmaChannel(
                        this,
                        Libibverbs.pointer(
                                "can't create a completion channel",
                                (state, _) ->
                                        (long)
                                                library()
                                                        .createCompChannel
                                                        .invokeExact(state, pointer))));
    }

    @Override
    public CompletionQueue createCq(int cqe, Object cqContext, CompletionChannel channel) {
        if (channel != null && channel.context() != this) {
            throw new VerbsException(Errno.EINVAL, "the channel is of another context");
        }
        return ask(() -> {
            RdmaChannel ours = (RdmaChannel) channel;
            if (ours != null) {
                ours.checkOpen();
            }
            long cq = library().createCq(pointer, cqe, ours == null ? 0 : ours.pointer);
            RdmaCq made = new RdmaCq(this, cq, cqContext, ours);
            cqs.put(cq, made);
            return made;
        });
    }

    @Override
    public AsyncEvent getAsyncEvent(Duration timeout) throws InterruptedException {
        return asyncEvents.take(timeout);
    }

    @Override
    public AsyncEvent pollAsyncEvent() {
        return asyncEvents.poll();
    }

    @Override
    public CmEventChannel createCmEventChannel() {
        checkOpen();
        return new RdmaCmChannel(ConnectionManager.of(library()));
    }

    @Override
    List<NativeObject> usersInOrder() {
        closing = true;
        return super.usersInOrder();
    }

    boolean isClosing() {
        return closing;
    }

    @Override
    void destroy() {
        asyncEvents.close();
        events.stop();
        Libibverbs.end("can't close " + device, library().closeDevice, pointer);
    }

    @Override
    public String toString() {
        return "RdmaContext[%s]".formatted(device);
    }
}
