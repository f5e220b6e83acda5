package org.urdma4j.protection.aead;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A cipher of libcrypto: one context each way, whose nonce changes. Contexts take a kilobyte each
 * and most ciphers work one way only, so they are made when they are first needed. Allocates
 * nothing from then on.
 */
final class LibcryptoCipher implements PacketCipher {
    private static final int GET_TAG = 0x10;
    private static final int SET_TAG = 0x11;
    private static final int OK = 1;

    private final Libcrypto library;
    private final MemorySegment cipher;
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment key = arena.allocate(Aead.KEY_BYTES, Integer.BYTES);
    private final MemorySegment nonce = arena.allocate(Aead.NONCE_BYTES, Integer.BYTES);
    private final ByteBuffer nonceBytes = nonce.asByteBuffer();
    private final MemorySegment written = arena.allocate(Integer.BYTES, Integer.BYTES);
    private final Nonce nonces;
    private MemorySegment sealing = MemorySegment.NULL;
    private MemorySegment opening = MemorySegment.NULL;
    private boolean closed;

    /**
     * Creates a cipher without contexts.
     *
     * @param cipher EVP_CIPHER of the library
     */
    LibcryptoCipher(Libcrypto library, MemorySegment cipher, byte[] key, byte[] iv) {
        if (key.length != Aead.KEY_BYTES) {
            throw new IllegalArgumentException("a key has 32 bytes, not " + key.length);
        }
        this.library = library;
        this.cipher = cipher;
        this.key.copyFrom(MemorySegment.ofArray(key));
        nonces = new Nonce(iv);
    }

    private void beginSealing() throws Throwable {
        MemorySegment none = MemorySegment.NULL;
        sealing = context();
        check((int) library.encryptInit.invokeExact(sealing, cipher, none, key, none));
    }

    private void beginOpening() throws Throwable {
        MemorySegment none = MemorySegment.NULL;
        opening = context();
        check((int) library.decryptInit.invokeExact(opening, cipher, none, key, none));
    }

    private MemorySegment context() throws Throwable {
        if (closed) {
            throw new IllegalStateException("the cipher is closed");
        }
        MemorySegment context = (MemorySegment) library.newContext.invokeExact();
        if (context.address() == 0) {
            throw new IllegalStateException(library.name() + " is out of memory");
        }
        return context;
    }

    private void check(int result) {
        if (result != OK) {
            throw new IllegalStateException(library.name() + " refused a call");
        }
    }

    @Override
    public void seal(
            long number, MemorySegment associated, MemorySegment memory, long at, int length) {
        long text = memory.address() + at;
        try {
            begin(number, associated);
            encrypt(text, length);
            end(text + length);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw Libcrypto.impossible(e);
        }
    }

    @Override
    public boolean seal(
            long number,
            MemorySegment associated,
            MemorySegment memory,
            long at,
            int length,
            OutlyingText part) {
        long text = memory.address() + at;
        long to = memory.address() + part.at();
        int before = (int) (part.at() - at);
        try {
            begin(number, associated);
            encrypt(text, before);
            if (!read(part, to)) {
                return false;
            }
            encrypt(to + part.length(), length - before - part.length());
            end(text + length);
            return true;
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw Libcrypto.impossible(e);
        }
    }

    private boolean read(OutlyingText part, long to) throws Throwable {
        MemorySegment by = sealing;
        MemorySegment from = part.memory();
        int n = part.length();
        try {
            long at = part.address();
            check((int) library.encryptUpdateFrom.invokeExact(by, to, written, at, n, from));
            return true;
        } catch (IllegalStateException e) {
            if (part.isGone()) {
                return false;
            }
            throw e;
        }
    }

    private void begin(long number, MemorySegment associated) throws Throwable {
        if (sealing.address() == 0) {
            beginSealing();
        }
        nonces.write(number, nonceBytes);
        MemorySegment by = sealing;
        MemorySegment none = MemorySegment.NULL;
        check((int) library.encryptInit.invokeExact(by, none, none, none, nonce));
        long extra = associated.address();
        int bytes = (int) associated.byteSize();
        check((int) library.encryptUpdate.invokeExact(by, 0L, written, extra, bytes));
    }

    private void encrypt(long text, int length) throws Throwable {
        if (length > 0) {
            MemorySegment by = sealing;
            check((int) library.encryptUpdate.invokeExact(by, text, written, text, length));
        }
    }

    private void end(long tag) throws Throwable {
        MemorySegment by = sealing;
        check((int) library.encryptFinal.invokeExact(by, tag, written));
        check((int) library.control.invokeExact(by, GET_TAG, Aead.TAG_BYTES, tag));
    }

    @Override
    public boolean open(
            long number, MemorySegment associated, MemorySegment memory, long at, int length) {
        nonces.write(number, nonceBytes);
        long text = memory.address() + at;
        MemorySegment none = MemorySegment.NULL;
        try {
            if (opening.address() == 0) {
                beginOpening();
            }
            MemorySegment from = opening;
            check((int) library.decryptInit.invokeExact(from, none, none, none, nonce));
            long extra = associated.address();
            int bytes = (int) associated.byteSize();
            check((int) library.decryptUpdate.invokeExact(from, 0L, written, extra, bytes));
            check((int) library.decryptUpdate.invokeExact(from, text, written, text, length));
            check((int) library.control.invokeExact(from, SET_TAG, Aead.TAG_BYTES, text + length));
            return (int) library.decryptFinal.invokeExact(from, text + length, written) == OK;
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw Libcrypto.impossible(e);
        }
    }

    /** The library wipes the key with the context. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        key.fill((byte) 0);
        try {
            library.freeContext.invokeExact(sealing);
            library.freeContext.invokeExact(opening);
            sealing = MemorySegment.NULL;
            opening = MemorySegment.NULL;
        } catch (Throwable e) {
            throw Libcrypto.impossible(e);
        }
    }
}
