package org.urdma4j.protection.aead;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.random.RandomGenerator;

import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tries a cipher before it is believed: compiled stubs of some JDKs encrypt some lengths wrongly
 * (JDK-8371864). So it is used until it is compiled, and then seals every length; the text must be
 * what the cipher without authentication makes of it, and open again, but not with a bit changed.
 * Of a library, which isn't compiled here, every length is tried that begins and ends its loops in
 * another way, and of longer texts some.
 */
public final class CipherCheck {
    /** Until the JVM's second compiler is done with it. */
    private static final int WARM_UP = 20_000;

    private static final int WARM_UP_BYTES = 1400;
    private static final int ASSOCIATED = 16;

    /** More than twice what a loop of AES-GCM or ChaCha20 takes at a time, 768 bytes at most. */
    private static final int EVERY_UP_TO = 2048;

    /** Beyond; no multiple of a block, so that the ends differ. */
    private static final int STEP = 61;

    /** The same of what was found right before. */
    private static final int FEW = 64;

    private static final int FEW_STEP = 997;

    /** Of the lengths that are tried, those which are sealed in pieces, too. */
    private static final int PIECES_EVERY = 4;

    private final RandomGenerator random;
    private final int longest;

    /**
     * @param random makes keys and texts
     * @param longest bytes of a text, at least 1
     */
    public CipherCheck(RandomGenerator random, int longest) {
        this.random = random;
        this.longest = longest;
    }

    /** Returns what is wrong with an implementation, nothing if all is right. */
    public Optional<String> fault(CipherSource source, Aead aead) {
        return fault(source, aead, EVERY_UP_TO, STEP);
    }

    /**
     * As the other, of one that was found right on this machine before: a library is as it was, and
     * only a few lengths show that it is called rightly.
     */
    Optional<String> newFault(CipherSource source, Aead aead) {
        return fault(source, aead, FEW, FEW_STEP);
    }

    private Optional<String> fault(CipherSource source, Aead aead, int everyUpTo, int step) {
        byte[] key = bytes(Aead.KEY_BYTES);
        byte[] iv = bytes(Aead.NONCE_BYTES);
        try (Arena arena = Arena.ofConfined();
                PacketCipher cipher = source.create(aead, key, iv)) {
            int room = Math.max(longest, WARM_UP_BYTES) + Aead.TAG_BYTES;
            MemorySegment memory = arena.allocate(room, Long.BYTES);
            MemorySegment associated = arena.allocate(ASSOCIATED, Long.BYTES);
            associated.copyFrom(MemorySegment.ofArray(bytes(ASSOCIATED)));
            for (int i = 0; i < WARM_UP && source.isCompiledHere(); i++) {
                cipher.seal(i, associated, memory, 0, WARM_UP_BYTES);
                if (!cipher.open(i, associated, memory, 0, WARM_UP_BYTES)) {
                    return Optional.of("doesn't open what it sealed");
                }
            }
            byte[] plain = bytes(longest);
            byte[] stream = new byte[longest];
            for (int length = 1;
                    length <= longest;
                    length = next(source, length, everyUpTo, step)) {
                long number = random.nextLong();
                MemorySegment.copy(plain, 0, memory, ValueLayout.JAVA_BYTE, 0, length);
                cipher.seal(number, associated, memory, 0, length);
                encrypt(aead, key, nonce(iv, number), plain, length, stream);
                if (!isEqual(memory, stream, length)) {
                    return Optional.of("encrypts %d bytes wrongly".formatted(length));
                }
                if (!cipher.open(number, associated, memory, 0, length)
                        || !isEqual(memory, plain, length)) {
                    return Optional.of("doesn't open %d bytes".formatted(length));
                }
                if (!source.isCompiledHere() && length % PIECES_EVERY == 0) {
                    encrypt(aead, key, nonce(iv, ++number), plain, length, stream);
                    if (!sealsInPieces(cipher, number, associated, memory, stream, length)
                            || !cipher.open(number, associated, memory, 0, length)
                            || !isEqual(memory, plain, length)) {
                        return Optional.of("encrypts %d bytes wrongly in pieces".formatted(length));
                    }
                }
                cipher.seal(++number, associated, memory, 0, length);
                int at = random.nextInt(length + Aead.TAG_BYTES);
                byte one = memory.get(ValueLayout.JAVA_BYTE, at);
                memory.set(ValueLayout.JAVA_BYTE, at, (byte) (one ^ 1 << random.nextInt(8)));
                if (cipher.open(number, associated, memory, 0, length)) {
                    return Optional.of("opens %d bytes that were changed".formatted(length));
                }
            }
            return Optional.empty();
        } catch (GeneralSecurityException | IllegalStateException e) {
            return Optional.of("fails: " + e.getMessage());
        }
    }

    /** Seals a text, a part of it from elsewhere. */
    private boolean sealsInPieces(
            PacketCipher cipher,
            long number,
            MemorySegment associated,
            MemorySegment memory,
            byte[] expected,
            int length) {
        int from = random.nextInt(length);
        int n = random.nextInt(length - from) + 1;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment elsewhere = arena.allocate(n);
            MemorySegment.copy(memory, from, elsewhere, 0, n);
            memory.asSlice(from, n).fill((byte) 0);
            OutlyingText part = new OutlyingText();
            part.set(from, n, elsewhere, 0);
            return cipher.seal(number, associated, memory, 0, length, part)
                    && isEqual(memory, expected, length);
        }
    }

    /** Returns the length to try after this one; the longest isn't left out. */
    private int next(CipherSource source, int length, int everyUpTo, int step) {
        boolean every = source.isCompiledHere() || length < everyUpTo || length == longest;
        return every ? length + 1 : Math.min(length + step, longest);
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] nonce(byte[] iv, long number) {
        byte[] nonce = new byte[Aead.NONCE_BYTES];
        new Nonce(iv).write(number, ByteBuffer.wrap(nonce));
        return nonce;
    }

    private static boolean isEqual(MemorySegment memory, byte[] bytes, int length) {
        return MemorySegment.mismatch(memory, 0, length, MemorySegment.ofArray(bytes), 0, length)
                == -1;
    }

    /** The text of either AEAD begins with the second block of the key stream. */
    private static void encrypt(
            Aead aead, byte[] key, byte[] nonce, byte[] plain, int length, byte[] to)
            throws GeneralSecurityException {
        Cipher cipher;
        if (aead == Aead.AES_256_GCM) {
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
            byte[] counter = ByteBuffer.allocate(16).put(nonce).putInt(2).array();
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(key, "AES"),
                    new IvParameterSpec(counter));
        } else {
            cipher = Cipher.getInstance("ChaCha20");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(key, "ChaCha20"),
                    new ChaCha20ParameterSpec(nonce, 1));
        }
        cipher.doFinal(plain, 0, length, to, 0);
    }
}
