package org.urdma4j.lab.cpu;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;

/**
 * The processors that this process may use, and how a thread is bound to one and made to run only
 * when nobody else wants it (sched_setscheduler(2), SCHED_IDLE, which needs no privilege).
 */
final class IdleClass {
    private static final int SCHED_IDLE = 5;
    private static final int MASK_BYTES = 1024;
    private static final int THIS_THREAD = 0;

    private final MethodHandle getAffinity;
    private final MethodHandle setAffinity;
    private final MethodHandle setScheduler;

    /**
     * Finds the calls.
     *
     * @throws IOException if this system has none of them
     */
    @SuppressWarnings("restricted")
    IdleClass() throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new IOException("the idle class of threads is Linux's: run this on Linux");
        }
        try {
            FunctionDescriptor affinity =
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.ADDRESS);
            FunctionDescriptor scheduler =
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS);
            getAffinity = call("sched_getaffinity", affinity);
            setAffinity = call("sched_setaffinity", affinity);
            setScheduler = call("sched_setscheduler", scheduler);
        } catch (IllegalCallerException | LinkageError | UnsupportedOperationException e) {
            throw new IOException(
                    "the C library can't be called: start Java with"
                            + " --enable-native-access=ALL-UNNAMED",
                    e);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle call(String name, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        MemorySegment address =
                linker.defaultLookup()
                        .find(name)
                        .orElseThrow(() -> new UnsatisfiedLinkError("no " + name));
        return linker.downcallHandle(address, descriptor);
    }

    /** Returns the numbers of the processors that this process may use. */
    BitSet processors() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES);
            check("sched_getaffinity", affinity(getAffinity, mask));
            return BitSet.valueOf(mask.asByteBuffer());
        }
    }

    /** Has the calling thread run on one processor, and only when nobody else wants it. */
    void take(int processor) throws IOException {
        BitSet one = new BitSet();
        one.set(processor);
        byte[] bits = one.toByteArray();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES);
            MemorySegment.copy(bits, 0, mask, ValueLayout.JAVA_BYTE, 0, bits.length);
            check("sched_setaffinity", affinity(setAffinity, mask));
            MemorySegment priority = arena.allocate(ValueLayout.JAVA_INT);
            check("sched_setscheduler", schedule(priority));
        }
    }

    private static int affinity(MethodHandle call, MemorySegment mask) {
        try {
            return (int) call.invokeExact(THIS_THREAD, mask.byteSize(), mask);
        } catch (Throwable e) {
            throw new AssertionError("a system call can't throw", e);
        }
    }

    private int schedule(MemorySegment priority) {
        try {
            return (int) setScheduler.invokeExact(THIS_THREAD, SCHED_IDLE, priority);
        } catch (Throwable e) {
            throw new AssertionError("a system call can't throw", e);
        }
    }

    private static void check(String name, int result) throws IOException {
        if (result < 0) {
            throw new IOException(name + " was refused by the system");
        }
    }
}
