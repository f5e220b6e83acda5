package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The functions of libibverbs that the header doesn't have inline, each of the version whose
 * structures are known here, and the few of the C library that waiting for events needs. Pointers
 * are numbers. Any thread.
 */
@SuppressWarnings("restricted") // that is what calls of a library are
final class Libibverbs {
    /** The system's own. */
    static final String SYSTEM = "libibverbs.so.1";

    private static final String ABI_1_0 = "IBVERBS_1.0";
    private static final String ABI_1_1 = "IBVERBS_1.1";
    private static final int F_SETFL = 4;
    private static final int O_NONBLOCK = 0x800;
    private static final ValueLayout.OfShort NETWORK_SHORT =
            JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    /** Of ops: {@code int (*)(queue, requests, refused)}. */
    private static final MethodHandle POST = pointed(JAVA_LONG, JAVA_LONG, JAVA_LONG);

    private static final MethodHandle POLL_CQ = pointed(JAVA_LONG, JAVA_INT, JAVA_LONG);
    private static final MethodHandle REQ_NOTIFY_CQ = pointed(JAVA_LONG, JAVA_INT);

    private final MethodHandle poll = system("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private final MethodHandle eventfd = system("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);
    private final MethodHandle write = system("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private final MethodHandle read = system("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private final MethodHandle close = system("close", JAVA_INT, JAVA_INT);
    private final MethodHandle fcntl =
            Linker.nativeLinker()
                    .downcallHandle(
                            Linker.nativeLinker().defaultLookup().findOrThrow("fcntl"),
                            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
                            Linker.Option.captureCallState("errno"),
                            Linker.Option.firstVariadicArg(2));

    private final SharedLibrary library;
    private final MethodHandle getDeviceList;
    private final MethodHandle freeDeviceList;
    private final MethodHandle getDeviceName;
    private final MethodHandle getDeviceGuid;
    private final MethodHandle openDevice;
    private final MethodHandle queryGid;
    private final MethodHandle queryPkey;
    private final MethodHandle queryPort;
    private final MethodHandle queryGidTable;
    private final MethodHandle regMr;
    private final MethodHandle createCq;
    private final MethodHandle queryQp;
    private final MethodHandle modifyQp;
    private final MethodHandle ackCqEvents;
    private final MethodHandle ackAsyncEvent;
    private final MethodHandle resizeCq;
    private final MethodHandle getCqEvent;
    private final MethodHandle createSrq;
    private final MethodHandle modifySrq;
    private final MethodHandle querySrq;

    /** {@code int (*)(pointer)}: what ends an object. */
    final MethodHandle closeDevice;

    final MethodHandle deallocPd;
    final MethodHandle deregMr;
    final MethodHandle destroyCompChannel;
    final MethodHandle destroyCq;
    final MethodHandle destroyQp;
    final MethodHandle destroyAh;
    final MethodHandle destroySrq;

    /** {@code pointer (*)(pointer)}. */
    final MethodHandle allocPd;

    final MethodHandle createCompChannel;

    /** {@code pointer (*)(pd, attributes)}. */
    final MethodHandle createQp;

    final MethodHandle createAh;

    /** {@code int (*)(context, result)}. */
    final MethodHandle queryDevice;

    final MethodHandle getAsyncEvent;

    /**
     * Loads a library.
     *
     * @param path of a file, or {@link #SYSTEM}
     * @throws IllegalStateException if there is none, or it lacks a function in the version that is
     *     known here; the message says which
     */
    Libibverbs(String path) {
        library = new SharedLibrary(path, "libibverbs1");
        getDeviceList = function("ibv_get_device_list", ABI_1_1, JAVA_LONG, ADDRESS);
        freeDeviceList = function("ibv_free_device_list", ABI_1_1, null, JAVA_LONG);
        getDeviceName = function("ibv_get_device_name", ABI_1_1, JAVA_LONG, JAVA_LONG);
        getDeviceGuid = function("ibv_get_device_guid", ABI_1_1, JAVA_LONG, JAVA_LONG);
        openDevice = function("ibv_open_device", ABI_1_1, JAVA_LONG, JAVA_LONG);
        closeDevice = function("ibv_close_device", ABI_1_1, JAVA_INT, JAVA_LONG);
        queryDevice = function("ibv_query_device", ABI_1_1, JAVA_INT, JAVA_LONG, ADDRESS);
        queryPort = function("ibv_query_port", ABI_1_1, JAVA_INT, JAVA_LONG, JAVA_BYTE, ADDRESS);
        queryGid =
                function(
                        "ibv_query_gid",
                        ABI_1_1,
                        JAVA_INT,
                        JAVA_LONG,
                        JAVA_BYTE,
                        JAVA_INT,
                        ADDRESS);
        queryPkey =
                function(
                        "ibv_query_pkey",
                        ABI_1_1,
                        JAVA_INT,
                        JAVA_LONG,
                        JAVA_BYTE,
                        JAVA_INT,
                        ADDRESS);
        queryGidTable =
                function(
                        "_ibv_query_gid_table",
                        "IBVERBS_1.11",
                        JAVA_LONG,
                        JAVA_LONG,
                        ADDRESS,
                        JAVA_LONG,
                        JAVA_INT,
                        JAVA_LONG);
        allocPd = function("ibv_alloc_pd", ABI_1_1, JAVA_LONG, JAVA_LONG);
        deallocPd = function("ibv_dealloc_pd", ABI_1_1, JAVA_INT, JAVA_LONG);
        regMr =
                function(
                        "ibv_reg_mr_iova2",
                        "IBVERBS_1.8",
                        JAVA_LONG,
                        JAVA_LONG,
                        ADDRESS,
                        JAVA_LONG,
                        JAVA_LONG,
                        JAVA_INT);
        deregMr = function("ibv_dereg_mr", ABI_1_1, JAVA_INT, JAVA_LONG);
        createCompChannel = function("ibv_create_comp_channel", ABI_1_0, JAVA_LONG, JAVA_LONG);
        destroyCompChannel = function("ibv_destroy_comp_channel", ABI_1_0, JAVA_INT, JAVA_LONG);
        createCq =
                function(
                        "ibv_create_cq",
                        ABI_1_1,
                        JAVA_LONG,
                        JAVA_LONG,
                        JAVA_INT,
                        JAVA_LONG,
                        JAVA_LONG,
                        JAVA_INT);
        resizeCq = function("ibv_resize_cq", ABI_1_1, JAVA_INT, JAVA_LONG, JAVA_INT);
        destroyCq = function("ibv_destroy_cq", ABI_1_1, JAVA_INT, JAVA_LONG);
        getCqEvent = function("ibv_get_cq_event", ABI_1_1, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS);
        ackCqEvents = function("ibv_ack_cq_events", ABI_1_1, null, JAVA_LONG, JAVA_INT);
        createQp = function("ibv_create_qp", ABI_1_1, JAVA_LONG, JAVA_LONG, ADDRESS);
        modifyQp = function("ibv_modify_qp", ABI_1_1, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT);
        queryQp =
                function("ibv_query_qp", ABI_1_1, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS);
        destroyQp = function("ibv_destroy_qp", ABI_1_1, JAVA_INT, JAVA_LONG);
        createSrq = function("ibv_create_srq", ABI_1_1, JAVA_LONG, JAVA_LONG, ADDRESS);
        modifySrq = function("ibv_modify_srq", ABI_1_1, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT);
        querySrq = function("ibv_query_srq", ABI_1_1, JAVA_INT, JAVA_LONG, ADDRESS);
        destroySrq = function("ibv_destroy_srq", ABI_1_1, JAVA_INT, JAVA_LONG);
        createAh = function("ibv_create_ah", ABI_1_1, JAVA_LONG, JAVA_LONG, ADDRESS);
        destroyAh = function("ibv_destroy_ah", ABI_1_1, JAVA_INT, JAVA_LONG);
        getAsyncEvent = function("ibv_get_async_event", ABI_1_1, JAVA_INT, JAVA_LONG, ADDRESS);
        ackAsyncEvent = function("ibv_ack_async_event", ABI_1_1, null, ADDRESS);
    }

    private static MethodHandle pointed(MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_INT, arguments));
    }

    private static MethodHandle system(
            String name, MemoryLayout result, MemoryLayout... arguments) {
        return SharedLibrary.system(name, result, arguments);
    }

    private MethodHandle function(
            String name, String version, MemoryLayout result, MemoryLayout... arguments) {
        return library.function(name, version, result, arguments);
    }

    /** Returns a place for errno. */
    static MemorySegment state(Arena arena) {
        return arena.allocate(STATE);
    }

    static IllegalStateException impossible(Throwable e) {
        return new IllegalStateException("a call of libibverbs was made wrongly", e);
    }

    /** A call as such, whose method handle is invoked exactly. */
    @FunctionalInterface
    interface Call<T> {
        /** Makes it with a place for errno, and an arena that lasts until it returns. */
        T run(MemorySegment state, Arena arena) throws Throwable;
    }

    /** Makes a call whose result says nothing of errors. */
    static <T> T make(Call<T> call) {
        try (Arena arena = Arena.ofConfined()) {
            return call.run(state(arena), arena);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /**
     * Makes a call that returns 0, or an error number, or -1 and leaves one.
     *
     * @return 0 or the error number
     */
    static int errno(Call<Integer> call) {
        return make((state, arena) -> {
            int result = call.run(state, arena);
            return result == -1 ? (int) ERRNO.get(state, 0L) : Math.abs(result);
        });
    }

    /** The same, and throws for an error. */
    static void check(String what, Call<Integer> call) {
        int errno = errno(call);
        if (errno != 0) {
            throw failure(errno, what);
        }
    }

    /** Makes a call that returns a pointer, or null and leaves an error number. */
    static long pointer(String what, Call<Long> call) {
        return make((state, arena) -> {
            long result = call.run(state, arena);
            if (result == 0) {
                throw failure((int) ERRNO.get(state, 0L), what);
            }
            return result;
        });
    }

    /** Returns what to throw for an error number of a call. */
    static VerbsException failure(int errno, String what) {
        for (Errno each : Errno.values()) {
            if (each.value() == errno) {
                return new VerbsException(each, what + ": " + each.description());
            }
        }
        return new VerbsException(Errno.EIO, "%s: error number %d".formatted(what, errno));
    }

    /** Ends an object; it can't be in use, since what uses it was closed before. */
    static void end(String what, MethodHandle function, long pointer) {
        check(what, (state, arena) -> (int) function.invokeExact(state, pointer));
    }

    static MemorySegment bytes(long address, long count) {
        return MemorySegment.ofAddress(address).reinterpret(count);
    }

    static MemorySegment at(long address, Struct struct) {
        return MemorySegment.ofAddress(address).reinterpret(struct.size());
    }

    /** What is done with each device of the list. */
    @FunctionalInterface
    interface DeviceVisitor<T> {
        /** Returns null to go on with the next. */
        T visit(String name, long guid, long device);
    }

    /** Returns the first result for a device that isn't null, or null. */
    <T> T search(DeviceVisitor<T> visitor) {
        return make((state, arena) -> {
            MemorySegment count = arena.allocate(JAVA_INT);
            long list = (long) getDeviceList.invokeExact(state, count);
            if (list == 0) {
                return null;
            }
            try {
                int devices = count.get(JAVA_INT, 0);
                MemorySegment pointers =
                        MemorySegment.ofAddress(list).reinterpret((long) devices * Long.BYTES);
                T found = null;
                for (int i = 0; i < devices && found == null; i++) {
                    long device = pointers.getAtIndex(JAVA_LONG, i);
                    found = visitor.visit(name(state, device), guid(state, device), device);
                }
                return found;
            } finally {
                freeDeviceList.invokeExact(state, list);
            }
        });
    }

    /** Returns the name of the device that a context is of. */
    String deviceName(long context) {
        long device = at(context, Structs.CONTEXT).get(JAVA_LONG, Structs.CONTEXT.at("device"));
        return make((state, _) -> name(state, device));
    }

    private String name(MemorySegment state, long device) throws Throwable {
        long name = (long) getDeviceName.invokeExact(state, device);
        return MemorySegment.ofAddress(name).reinterpret(Structs.NAME_MAX).getString(0);
    }

    private long guid(MemorySegment state, long device) throws Throwable {
        return fromNetwork((long) getDeviceGuid.invokeExact(state, device));
    }

    /** Returns a number whose bytes are in the order of the network. */
    static long fromNetwork(long bytes) {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                ? Long.reverseBytes(bytes)
                : bytes;
    }

    long openDevice(String name, long device) {
        return pointer(
                "can't open " + name,
                (state, arena) -> (long) openDevice.invokeExact(state, device));
    }

    void queryPort(long context, int port, MemorySegment attr) {
        check(
                "no port " + port,
                (state, arena) -> (int) queryPort.invokeExact(state, context, (byte) port, attr));
    }

    void queryGid(long context, int port, int index, MemorySegment gid) {
        check(
                "port %d has no GID %d".formatted(port, index),
                (state, arena) ->
                        (int) queryGid.invokeExact(state, context, (byte) port, index, gid));
    }

    int queryPkey(long context, int port, int index) {
        return make((state, arena) -> {
            MemorySegment key = arena.allocate(JAVA_SHORT);
            check(
                    "port %d has no P_Key %d".formatted(port, index),
                    (errno, _) ->
                            (int) queryPkey.invokeExact(errno, context, (byte) port, index, key));
            return Short.toUnsignedInt(key.get(NETWORK_SHORT, 0));
        });
    }

    /** Returns how many entries were filled in. */
    int queryGidTable(long context, MemorySegment entries) {
        long bytes = Structs.GID_ENTRY.size();
        long count =
                make((state, arena) ->
                        (long)
                                queryGidTable.invokeExact(
                                        state,
                                        context,
                                        entries,
                                        entries.byteSize() / bytes,
                                        0,
                                        bytes));
        if (count < 0) {
            throw failure((int) -count, "can't read the GID table");
        }
        return (int) count;
    }

    long regMr(long pd, MemorySegment memory, long iova, int access) {
        return pointer(
                "can't register %,d bytes".formatted(memory.byteSize()),
                (state, arena) ->
                        (long)
                                regMr.invokeExact(
                                        state, pd, memory, memory.byteSize(), iova, access));
    }

    long createCq(long context, int cqe, long channel) {
        return pointer(
                "can't create a completion queue of %d entries".formatted(cqe),
                (state, arena) -> (long) createCq.invokeExact(state, context, cqe, 0L, channel, 0));
    }

    void resizeCq(long cq, int cqe) {
        check(
                "can't resize a completion queue to %d entries".formatted(cqe),
                (state, arena) -> (int) resizeCq.invokeExact(state, cq, cqe));
    }

    void modifyQp(long qp, MemorySegment attr, int mask, String what) {
        check(what, (state, arena) -> (int) modifyQp.invokeExact(state, qp, attr, mask));
    }

    void queryQp(long qp, MemorySegment attr, int mask, MemorySegment init) {
        check(
                "can't query a queue pair",
                (state, arena) -> (int) queryQp.invokeExact(state, qp, attr, mask, init));
    }

    long createSrq(long pd, MemorySegment init, String what) {
        return pointer(what, (state, arena) -> (long) createSrq.invokeExact(state, pd, init));
    }

    void modifySrq(long srq, MemorySegment attr, int mask, String what) {
        check(what, (state, arena) -> (int) modifySrq.invokeExact(state, srq, attr, mask));
    }

    void querySrq(long srq, MemorySegment attr) {
        check(
                "can't query a shared receive queue",
                (state, arena) -> (int) querySrq.invokeExact(state, srq, attr));
    }

    /**
     * Takes an event of a channel, which is there, and acknowledges it when {@code taken} has been
     * told of whose it is.
     */
    void takeCqEvent(long channel, java.util.function.LongConsumer taken) {
        make((state, arena) -> {
            MemorySegment cq = arena.allocate(JAVA_LONG);
            MemorySegment unused = arena.allocate(JAVA_LONG);
            if ((int) getCqEvent.invokeExact(state, channel, cq, unused) == 0) {
                long pointer = cq.get(JAVA_LONG, 0);
                taken.accept(pointer);
                ackCqEvents.invokeExact(state, pointer, 1);
            }
            return null;
        });
    }

    /** The same for an event of a device. */
    void takeAsyncEvent(long context, java.util.function.Consumer<MemorySegment> taken) {
        make((state, arena) -> {
            MemorySegment event = arena.allocate(Structs.ASYNC_EVENT.size(), Long.BYTES);
            if ((int) getAsyncEvent.invokeExact(state, context, event) == 0) {
                taken.accept(event);
                ackAsyncEvent.invokeExact(state, event);
            }
            return null;
        });
    }

    /** Makes a descriptor that {@link #wake} makes readable, and {@link #drain} no longer. */
    int createWaker() {
        int[] fd = new int[1];
        int errno =
                errno((state, arena) -> {
                    fd[0] = (int) eventfd.invokeExact(state, 0, 0);
                    return Math.min(fd[0], 0);
                });
        if (errno != 0) {
            throw failure(errno, "can't make an eventfd");
        }
        return fd[0];
    }

    void wake(int waker) {
        make((state, arena) ->
                (long) write.invokeExact(state, waker, arena.allocateFrom(JAVA_LONG, 1L), 8L));
    }

    void drain(int waker) {
        make((state, arena) ->
                (long) read.invokeExact(state, waker, arena.allocate(JAVA_LONG), 8L));
    }

    /** Has reading of a descriptor fail where it would wait. */
    void unblock(int fd) {
        check(
                "can't set a descriptor",
                (state, arena) -> (int) fcntl.invokeExact(state, fd, F_SETFL, O_NONBLOCK));
    }

    void closeDescriptor(int fd) {
        make((state, arena) -> (int) close.invokeExact(state, fd));
    }

    /** Waits without limit for one of these ({@code struct pollfd}) to be readable. */
    void poll(MemorySegment descriptors, int count) {
        make((state, arena) -> (int) poll.invokeExact(state, descriptors, (long) count, -1));
    }

    // What follows is the data path: it leaves no errno, and allocates nothing.

    static int post(MemorySegment function, long queue, long requests, long refused) {
        try {
            return (int) POST.invokeExact(function, queue, requests, refused);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    static int pollCq(MemorySegment function, long cq, int most, long completions) {
        try {
            return (int) POLL_CQ.invokeExact(function, cq, most, completions);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    static int reqNotifyCq(MemorySegment function, long cq, boolean solicitedOnly) {
        try {
            return (int) REQ_NOTIFY_CQ.invokeExact(function, cq, solicitedOnly ? 1 : 0);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }
}
