package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** A library of the system's, whose functions are asked for by name and version. Any thread. */
@SuppressWarnings("restricted") // that is what calls of a library are
final class SharedLibrary {
    private static final int RTLD_NOW = 2;

    private final String name;
    private final MemorySegment handle;
    private final MethodHandle dlvsym = system("dlvsym", JAVA_LONG, ADDRESS, ADDRESS, ADDRESS);

    /**
     * Loads a library.
     *
     * @param path of a file, or a name that the system looks for
     * @param debianPackage that has it
     * @throws IllegalStateException if there is none
     */
    SharedLibrary(String path, String debianPackage) {
        name = debianPackage.substring(0, debianPackage.length() - 1);
        if (ADDRESS.byteSize() != Long.BYTES) {
            throw new IllegalStateException(name + " is known for 64-bit processors only");
        }
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle dlopen = system("dlopen", JAVA_LONG, ADDRESS, JAVA_INT);
            long found =
                    (long)
                            dlopen.invokeExact(
                                    Libibverbs.state(arena), arena.allocateFrom(path), RTLD_NOW);
            if (found == 0) {
                throw new IllegalStateException(
                        "can't load '%s': there is no such library for this machine (Debian: %s)"
                                .formatted(path, debianPackage));
            }
            handle = MemorySegment.ofAddress(found);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw Libibverbs.impossible(e);
        }
    }

    /**
     * Finds a function whose result is a number, or nothing for null.
     *
     * @throws IllegalStateException if there is none of this version; the message says which
     */
    MethodHandle function(
            String function, String version, MemoryLayout result, MemoryLayout... arguments) {
        long address;
        try (Arena arena = Arena.ofConfined()) {
            address =
                    (long)
                            dlvsym.invokeExact(
                                    Libibverbs.state(arena),
                                    handle,
                                    arena.allocateFrom(function),
                                    arena.allocateFrom(version));
        } catch (Throwable e) {
            throw Libibverbs.impossible(e);
        }
        if (address == 0) {
            throw new IllegalStateException(
                    "%s has no %s of version %s; it is too old, or something else"
                            .formatted(name, function, version));
        }
        return link(
                MemorySegment.ofAddress(address),
                result == null
                        ? FunctionDescriptor.ofVoid(arguments)
                        : FunctionDescriptor.of(result, arguments));
    }

    /** Returns a function of the C library. */
    static MethodHandle system(String name, MemoryLayout result, MemoryLayout... arguments) {
        MemorySegment address = Linker.nativeLinker().defaultLookup().findOrThrow(name);
        return link(address, FunctionDescriptor.of(result, arguments));
    }

    private static MethodHandle link(MemorySegment address, FunctionDescriptor form) {
        return Linker.nativeLinker()
                .downcallHandle(address, form, Linker.Option.captureCallState("errno"));
    }
}
