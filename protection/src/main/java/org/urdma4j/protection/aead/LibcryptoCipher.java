package org.urdma4j.protection.aead;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** A cipher of libcrypto: one context each way, whose nonce changes. Allocates nothing. */
final class LibcryptoCipher implements PacketCipher {
    private static final int GET_TAG = 0x10;
    private static final int SET_TAG = 0x11;
    private static final int OK = 1;

    private final Libcrypto library;
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment nonce = arena.allocate(Aead.NONCE_BYTES, Integer.BYTES);
    private final ByteBuffer nonceBytes = nonce.asByteBuffer();
    private final MemorySegment written = arena.allocate(Integer.BYTES, Integer.BYTES);
    private final Nonce nonces;
    private final MemorySegment sealing;
    private final MemorySegment opening;
    private boolean closed;

    LibcryptoCipher(Libcrypto library, MemorySegment cipher, byte[] key, byte[] iv) {
        if (key.length != Aead.KEY_BYTES) {
            throw new IllegalArgumentException("a key has 32 bytes, not " + key.length);
        }
        this.library = library;
        nonces = new Nonce(iv);
        try (Arena once = Arena.ofConfined()) {
            MemorySegment copy = once.allocateFrom(JAVA_BYTE, key);
            sealing = context();
            opening = context();
            MemorySegment none = MemorySegment.NULL;
            check((int) library.encryptInit.invokeExact(sealing, cipher, none, copy, none));
            check((int) library.decryptInit.invokeExact(opening, cipher, none, copy, none));
            copy.fill((byte) 0);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw Libcrypto.impossible(e);
        }
    }

    private MemorySegment context() throws Throwable {
        MemorySegment context = (MemorySegment) library.newContext.invokeExact();
        if (context.equals(MemorySegment.NULL)) {
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
        nonces.write(number, nonceBytes);
        long text = memory.address() + at;
        MemorySegment none = MemorySegment.NULL;
        MemorySegment to = sealing;
        try {
            check((int) library.encryptInit.invokeExact(to, none, none, none, nonce));
            long extra = associated.address();
            int bytes = (int) associated.byteSize();
            check((int) library.encryptUpdate.invokeExact(to, 0L, written, extra, bytes));
            check((int) library.encryptUpdate.invokeExact(to, text, written, text, length));
            check((int) library.encryptFinal.invokeExact(to, text + length, written));
            check((int) library.control.invokeExact(to, GET_TAG, Aead.TAG_BYTES, text + length));
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw Libcrypto.impossible(e);
        }
    }

    @Override
    public boolean open(
            long number, MemorySegment associated, MemorySegment memory, long at, int length) {
        nonces.write(number, nonceBytes);
        long text = memory.address() + at;
        MemorySegment none = MemorySegment.NULL;
        MemorySegment from = opening;
        try {
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
        try {
            library.freeContext.invokeExact(sealing);
            library.freeContext.invokeExact(opening);
        } catch (Throwable e) {
            throw Libcrypto.impossible(e);
        }
    }
}
