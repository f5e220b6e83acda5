package org.urdma4j.protection.aead;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;

/** AES-256-GCM of libipsec-mb: one expanded key for both ways. A packet allocates nothing. */
final class IpsecMbCipher implements PacketCipher {
    private static final int NONCE_ROOM = 16;

    private final IpsecMb library;
    private final MemorySegment all;
    private final MemorySegment key;
    private final MemorySegment context;
    private final MemorySegment nonce;
    private final MemorySegment tag;
    private final ByteBuffer nonceBytes;
    private final Nonce nonces;
    private boolean closed;

    IpsecMbCipher(IpsecMb library, byte[] key, byte[] iv) {
        if (key.length != Aead.KEY_BYTES) {
            throw new IllegalArgumentException("a key has 32 bytes, not " + key.length);
        }
        this.library = library;
        nonces = new Nonce(iv);
        long contextAt = IpsecMb.KEY_DATA_BYTES;
        long nonceAt = contextAt + IpsecMb.CONTEXT_BYTES;
        long tagAt = nonceAt + NONCE_ROOM;
        all = Arena.ofAuto().allocate(tagAt + Aead.TAG_BYTES, IpsecMb.KEY_DATA_ALIGNMENT);
        this.key = all.asSlice(0, IpsecMb.KEY_DATA_BYTES);
        context = all.asSlice(contextAt, IpsecMb.CONTEXT_BYTES);
        nonce = all.asSlice(nonceAt, NONCE_ROOM);
        nonceBytes = nonce.asByteBuffer();
        tag = all.asSlice(tagAt, Aead.TAG_BYTES);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment raw = arena.allocateFrom(JAVA_BYTE, key);
            library.expand.invokeExact(raw, this.key);
            raw.fill((byte) 0);
        } catch (Throwable e) {
            throw IpsecMb.impossible(e);
        }
    }

    @Override
    public void seal(
            long number, MemorySegment associated, MemorySegment memory, long at, int length) {
        long text = memory.address() + at;
        call(library.encrypt, number, associated, text, length, text + length);
    }

    /** Four calls in place of one, so what is short is better copied. */
    @Override
    public boolean seal(
            long number,
            MemorySegment associated,
            MemorySegment memory,
            long at,
            int length,
            OutlyingText part) {
        prepare(number);
        long text = memory.address() + at;
        long to = memory.address() + part.at();
        long before = part.at() - at;
        long behind = length - before - part.length();
        long extra = associated.address();
        long bytes = associated.byteSize();
        try {
            library.begin.invokeExact(key, context, nonce, extra, bytes);
            if (before > 0) {
                library.update.invokeExact(key, context, text, text, before, memory);
            }
            if (!read(part, to)) {
                return false;
            }
            if (behind > 0) {
                long rest = to + part.length();
                library.update.invokeExact(key, context, rest, rest, behind, memory);
            }
            library.end.invokeExact(key, context, text + length, (long) Aead.TAG_BYTES);
            return true;
        } catch (Throwable e) {
            throw IpsecMb.impossible(e);
        }
    }

    private boolean read(OutlyingText part, long to) throws Throwable {
        MemorySegment from = part.memory();
        long bytes = part.length();
        try {
            library.update.invokeExact(key, context, to, part.address(), bytes, from);
            return true;
        } catch (IllegalStateException e) {
            if (part.isGone()) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public boolean open(
            long number, MemorySegment associated, MemorySegment memory, long at, int length) {
        long text = memory.address() + at;
        call(library.decrypt, number, associated, text, length, tag.address());
        long end = at + length;
        long high = tag.get(JAVA_LONG_UNALIGNED, 0) ^ memory.get(JAVA_LONG_UNALIGNED, end);
        long low =
                tag.get(JAVA_LONG_UNALIGNED, Long.BYTES)
                        ^ memory.get(JAVA_LONG_UNALIGNED, end + Long.BYTES);
        return (high | low) == 0; // takes as long whichever bit is wrong
    }

    private void call(
            MethodHandle way,
            long number,
            MemorySegment associated,
            long text,
            long length,
            long to) {
        prepare(number);
        long extra = associated.address();
        long bytes = associated.byteSize();
        long tagBytes = Aead.TAG_BYTES;
        try {
            way.invokeExact(key, context, text, text, length, nonce, extra, bytes, to, tagBytes);
        } catch (Throwable e) {
            throw IpsecMb.impossible(e);
        }
    }

    private void prepare(long number) {
        if (closed) {
            throw new IllegalStateException("the cipher is closed");
        }
        nonces.write(number, nonceBytes);
    }

    @Override
    public void close() {
        closed = true;
        all.fill((byte) 0);
    }
}
