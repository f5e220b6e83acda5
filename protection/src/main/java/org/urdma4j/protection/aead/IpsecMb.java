package org.urdma4j.protection.aead;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Intel's libipsec-mb: one call a packet, of the function that it has for this processor. It has
 * AES-GCM only here. The functions are reached through a structure whose layout belongs to the
 * version (intel-ipsec-mb.h), so others than 1.3 are refused. Any thread.
 */
public final class IpsecMb implements CipherSource {
    /** The system's own. */
    public static final String SYSTEM = "libIPSec_MB.so.1";

    static final int KNOWN_MAJOR = 1;
    static final int KNOWN_MINOR = 3;

    /** Offsets in IMB_MGR. */
    static final int ENCRYPT_OFFSET = 272;

    static final int DECRYPT_OFFSET = 296;
    static final int BEGIN_OFFSET = 320;
    static final int UPDATE_OFFSET = 344;
    static final int END_OFFSET = 392;
    static final int EXPAND_OFFSET = 464;

    /** Bytes of gcm_key_data and what it is aligned to, and of gcm_context_data. */
    static final int KEY_DATA_BYTES = 1024;

    static final int KEY_DATA_ALIGNMENT = 64;
    static final int CONTEXT_BYTES = 88;

    /** IMB_ARCH_NOAESNI: tables instead of the processor's AES, slow and with times that tell. */
    static final int NO_AES = 1;

    private static final int MAJOR_SHIFT = 16;
    private static final int MINOR_SHIFT = 8;
    private static final int BYTE = 0xff;

    private final String name;
    final MethodHandle encrypt;
    final MethodHandle decrypt;
    final MethodHandle expand;

    /** Encryption piece by piece; the last argument of the second is what keeps memory alive. */
    final MethodHandle begin;

    final MethodHandle update;
    final MethodHandle end;

    private IpsecMb(String path, SymbolLookup library) {
        name = "libipsec-mb " + version(path, library);
        MemorySegment manager = manager(path, library);
        encrypt = whole(manager, ENCRYPT_OFFSET);
        decrypt = whole(manager, DECRYPT_OFFSET);
        begin = direct(manager, BEGIN_OFFSET, ADDRESS, JAVA_LONG, JAVA_LONG);
        update = direct(manager, UPDATE_OFFSET, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS);
        end = direct(manager, END_OFFSET, JAVA_LONG, JAVA_LONG);
        expand =
                link(
                        manager.get(ADDRESS, EXPAND_OFFSET),
                        FunctionDescriptor.ofVoid(ADDRESS, ADDRESS));
    }

    /**
     * Opens a library.
     *
     * @param path of a file, or {@link #SYSTEM}
     * @return nothing if there is none, or none that {@link #load} takes
     */
    public static Optional<IpsecMb> open(String path) {
        try {
            return Optional.of(load(path));
        } catch (IllegalStateException _) {
            return Optional.empty();
        }
    }

    /**
     * Opens a library.
     *
     * @param path of a file, or {@link #SYSTEM}
     * @throws IllegalStateException if there is none, it is something else or not 1.3, or the
     *     processor has no instructions for AES; the message says which
     */
    @SuppressWarnings("restricted") // that is what calls of a library are
    public static IpsecMb load(String path) {
        if (!System.getProperty("os.arch").equals("amd64")) {
            throw new IllegalStateException("libipsec-mb is for x86-64 only");
        }
        SymbolLookup library;
        try {
            library = SymbolLookup.libraryLookup(path, Arena.global());
        } catch (IllegalArgumentException _) {
            throw new IllegalStateException(
                    "can't load '%s': there is no such library for this machine (Debian: libipsec-mb1)"
                            .formatted(path));
        }
        return of(path, library);
    }

    static IpsecMb of(String path, SymbolLookup library) {
        try {
            return new IpsecMb(path, library);
        } catch (NoSuchElementException e) {
            throw new IllegalStateException("'%s' is not libipsec-mb".formatted(path), e);
        }
    }

    private static String version(String path, SymbolLookup library) {
        MethodHandle call =
                link(library.findOrThrow("imb_get_version"), FunctionDescriptor.of(JAVA_INT));
        int number;
        try {
            number = (int) call.invokeExact();
        } catch (Throwable e) {
            throw impossible(e);
        }
        int major = number >>> MAJOR_SHIFT;
        int minor = (number >>> MINOR_SHIFT) & BYTE;
        String version = "%d.%d.%d".formatted(major, minor, number & BYTE);
        if (major != KNOWN_MAJOR || minor != KNOWN_MINOR) {
            throw new IllegalStateException(
                    "'%s' is libipsec-mb %s; only %d.%d is known here"
                            .formatted(path, version, KNOWN_MAJOR, KNOWN_MINOR));
        }
        return version;
    }

    /** Returns IMB_MGR of this processor; it stays as long as the process. */
    @SuppressWarnings("restricted") // that is what calls of a library are
    private static MemorySegment manager(String path, SymbolLookup library) {
        MethodHandle allocate =
                link(
                        library.findOrThrow("alloc_mb_mgr"),
                        FunctionDescriptor.of(ADDRESS, JAVA_LONG));
        MethodHandle initialize =
                link(
                        library.findOrThrow("init_mb_mgr_auto"),
                        FunctionDescriptor.ofVoid(ADDRESS, ADDRESS));
        MethodHandle error =
                link(
                        library.findOrThrow("imb_get_errno"),
                        FunctionDescriptor.of(JAVA_INT, ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment manager = (MemorySegment) allocate.invokeExact(0L);
            if (manager.address() == 0) {
                throw new IllegalStateException("'%s' is out of memory".formatted(path));
            }
            MemorySegment processor = arena.allocate(JAVA_INT);
            initialize.invokeExact(manager, processor);
            int refused = (int) error.invokeExact(manager);
            if (refused != 0 || processor.get(JAVA_INT, 0) <= NO_AES) {
                throw new IllegalStateException(
                        "'%s' can't use the AES of this processor".formatted(path));
            }
            return manager.reinterpret(EXPAND_OFFSET + ADDRESS.byteSize());
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    private static MethodHandle whole(MemorySegment manager, int offset) {
        return direct(
                manager, offset, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG,
                JAVA_LONG, JAVA_LONG);
    }

    /**
     * A function of key and context, and of what else it takes. It neither waits nor calls back.
     * Pointers to packets are numbers: a slice of a segment would be an object.
     */
    private static MethodHandle direct(
            MemorySegment manager, int offset, MemoryLayout... arguments) {
        return link(
                manager.get(ADDRESS, offset),
                FunctionDescriptor.ofVoid(ADDRESS, ADDRESS).appendArgumentLayouts(arguments),
                Linker.Option.critical(false));
    }

    @SuppressWarnings("restricted") // that is what calls of a library are
    private static MethodHandle link(
            MemorySegment function, FunctionDescriptor form, Linker.Option... options) {
        return Linker.nativeLinker().downcallHandle(function, form, options);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isCompiledHere() {
        return false;
    }

    @Override
    public boolean leavesGarbage() {
        return false;
    }

    @Override
    public boolean has(Aead aead) {
        return aead == Aead.AES_256_GCM;
    }

    @Override
    public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
        if (!has(aead)) {
            throw new IllegalStateException(name + " has no " + aead);
        }
        return new IpsecMbCipher(this, key, iv);
    }

    /** Returns what to throw where a call throws: it never does. */
    static IllegalStateException impossible(Throwable e) {
        return new IllegalStateException("a call of libipsec-mb was made wrongly", e);
    }
}
