package org.urdma4j.transport.port.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * What makes calls of the C library out of its functions. A call is given {@link #state} first and
 * returns what {@link #orErrno} makes of its result; it allocates nothing. One thread at a time,
 * since the place for errno is the object's.
 */
public abstract class SystemCalls {
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    /** Where a call leaves errno. */
    protected final MemorySegment state = Arena.ofAuto().allocate(STATE);

    /** Returns a function, whose handle has {@link #state} before its arguments. */
    protected static MethodHandle function(
            String name, MemoryLayout result, MemoryLayout... arguments) {
        return link(name, FunctionDescriptor.of(result, arguments), errno());
    }

    /**
     * The same without errno, so without {@link #state}, for what is called often, and where a
     * failure needs no reason.
     */
    protected static MethodHandle functionWithoutErrno(
            String name, MemoryLayout result, MemoryLayout... arguments) {
        return link(name, FunctionDescriptor.of(result, arguments));
    }

    /**
     * The same for a function with a variable number of arguments.
     *
     * @param fixed how many of them always are there
     */
    protected static MethodHandle variadic(
            String name, int fixed, MemoryLayout result, MemoryLayout... arguments) {
        FunctionDescriptor form = FunctionDescriptor.of(result, arguments);
        return link(name, form, errno(), Linker.Option.firstVariadicArg(fixed));
    }

    private static Linker.Option errno() {
        return Linker.Option.captureCallState("errno");
    }

    @SuppressWarnings("restricted") // that is what calls of the C library are
    private static MethodHandle link(
            String name, FunctionDescriptor form, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), form, options);
    }

    /** Returns the result of a call that has just been made, or minus errno if it failed. */
    protected final int orErrno(int result) {
        return result == -1 ? -(int) ERRNO.get(state, 0L) : result;
    }

    /** A call as such, whose method handle is invoked exactly. */
    @FunctionalInterface
    protected interface NativeCall {
        /** Makes it; returns its result, -1 if it failed and left errno. */
        long run() throws Throwable;
    }

    /** Makes a call that isn't on the way of packets; returns its result, or minus errno. */
    protected final long call(NativeCall call) {
        try {
            long result = call.run();
            return result == -1 ? orErrno(-1) : result;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Returns what to throw where a call throws: it never does. */
    protected static IllegalStateException impossible(Throwable e) {
        return new IllegalStateException("a call of the C library was made wrongly", e);
    }
}
