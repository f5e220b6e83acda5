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
import java.util.EnumMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * OpenSSL's libcrypto, from version 3.0 on: EVP_EncryptInit(3), as far as ciphers need it. Any
 * thread.
 */
public final class Libcrypto implements CipherSource {
    /** The system's own. */
    public static final String SYSTEM = "libcrypto.so.3";

    private static final int FIRST_MAJOR = 3;
    private static final int MAJOR_SHIFT = 28;
    private static final int MINOR_SHIFT = 20;
    private static final int PATCH_SHIFT = 4;
    private static final int BYTE = 0xff;

    private final SymbolLookup library;
    private final String name;
    private final Map<Aead, MemorySegment> ciphers = new EnumMap<>(Aead.class);
    final MethodHandle newContext;
    final MethodHandle freeContext;
    final MethodHandle encryptInit;
    final MethodHandle encryptUpdate;

    /** As the one before; its last argument is what keeps memory alive. */
    final MethodHandle encryptUpdateFrom;

    final MethodHandle encryptFinal;
    final MethodHandle decryptInit;
    final MethodHandle decryptUpdate;
    final MethodHandle decryptFinal;
    final MethodHandle control;

    private Libcrypto(SymbolLookup library) {
        this.library = library;
        name = "libcrypto " + version(library);
        newContext = function("EVP_CIPHER_CTX_new", ADDRESS);
        freeContext = procedure("EVP_CIPHER_CTX_free", ADDRESS);
        encryptInit = init("EVP_EncryptInit_ex");
        encryptUpdate = update("EVP_EncryptUpdate");
        encryptUpdateFrom =
                function(
                        "EVP_EncryptUpdate",
                        JAVA_INT,
                        ADDRESS,
                        JAVA_LONG,
                        ADDRESS,
                        JAVA_LONG,
                        JAVA_INT,
                        ADDRESS);
        encryptFinal = function("EVP_EncryptFinal_ex", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
        decryptInit = init("EVP_DecryptInit_ex");
        decryptUpdate = update("EVP_DecryptUpdate");
        decryptFinal = function("EVP_DecryptFinal_ex", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
        control = function("EVP_CIPHER_CTX_ctrl", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_LONG);
        MethodHandle fetch = function("EVP_CIPHER_fetch", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        for (Aead aead : Aead.values()) {
            ciphers.put(aead, fetched(fetch, aead));
        }
    }

    /**
     * Opens a library.
     *
     * @param path of a file, or {@link #SYSTEM}
     * @return nothing if there is none, or it is older than 3.0 or something else
     */
    public static Optional<Libcrypto> open(String path) {
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
     * @throws IllegalStateException if there is none, or it is older than 3.0 or something else;
     *     the message says which
     */
    @SuppressWarnings("restricted") // that is what calls of a library are
    public static Libcrypto load(String path) {
        SymbolLookup library;
        try {
            library = SymbolLookup.libraryLookup(path, Arena.global());
        } catch (IllegalArgumentException _) {
            throw new IllegalStateException(
                    "can't load '%s': there is no such library for this machine (Debian: libssl3)"
                            .formatted(path));
        }
        return of(path, library);
    }

    static Libcrypto of(String path, SymbolLookup library) {
        if (library.find("OpenSSL_version_num").isEmpty()) {
            throw new IllegalStateException("'%s' is not OpenSSL's libcrypto".formatted(path));
        }
        if (library.find("EVP_CIPHER_fetch").isEmpty()) {
            throw new IllegalStateException(
                    "'%s' is OpenSSL %s, older than 3.0".formatted(path, version(library)));
        }
        try {
            return new Libcrypto(library);
        } catch (NoSuchElementException e) {
            throw new IllegalStateException("'%s' lacks a function".formatted(path), e);
        }
    }

    @SuppressWarnings("restricted") // that is what calls of a library are
    private static String version(SymbolLookup library) {
        MethodHandle call =
                Linker.nativeLinker()
                        .downcallHandle(
                                library.findOrThrow("OpenSSL_version_num"),
                                FunctionDescriptor.of(JAVA_LONG));
        long number;
        try {
            number = (long) call.invokeExact();
        } catch (Throwable e) {
            throw impossible(e);
        }
        long major = number >>> MAJOR_SHIFT;
        long minor = (number >>> MINOR_SHIFT) & BYTE;
        long patch = (number >>> PATCH_SHIFT) & BYTE;
        return major < FIRST_MAJOR ? major + "." + minor : major + "." + minor + "." + patch;
    }

    private MethodHandle init(String symbol) {
        return function(symbol, JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    }

    /** Pointers to packets are numbers: a slice of a segment would be an object. */
    private MethodHandle update(String symbol) {
        return function(symbol, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT);
    }

    private MethodHandle function(String symbol, MemoryLayout result, MemoryLayout... arguments) {
        return link(symbol, FunctionDescriptor.of(result, arguments));
    }

    private MethodHandle procedure(String symbol, MemoryLayout... arguments) {
        return link(symbol, FunctionDescriptor.ofVoid(arguments));
    }

    /** None of them waits or calls back. */
    @SuppressWarnings("restricted") // that is what calls of a library are
    private MethodHandle link(String symbol, FunctionDescriptor form) {
        return Linker.nativeLinker()
                .downcallHandle(library.findOrThrow(symbol), form, Linker.Option.critical(false));
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
        return !ciphers.get(aead).equals(MemorySegment.NULL);
    }

    /** Returns EVP_CIPHER of an AEAD, NULL if there is none; it stays as long as the process. */
    private static MemorySegment fetched(MethodHandle fetch, Aead aead) {
        try (Arena arena = Arena.ofConfined()) {
            return (MemorySegment)
                    fetch.invokeExact(
                            MemorySegment.NULL,
                            arena.allocateFrom(aead.toString()),
                            MemorySegment.NULL);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    @Override
    public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
        if (!has(aead)) {
            throw new IllegalStateException(name + " has no " + aead);
        }
        return new LibcryptoCipher(this, ciphers.get(aead), key, iv);
    }

    /** Returns what to throw where a call throws: it never does. */
    static IllegalStateException impossible(Throwable e) {
        return new IllegalStateException("a call of libcrypto was made wrongly", e);
    }
}
