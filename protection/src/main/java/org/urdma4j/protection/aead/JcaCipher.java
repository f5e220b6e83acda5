package org.urdma4j.protection.aead;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A cipher of a JCA provider, through arrays on the heap and two copies: over direct buffers
 * providers are slower than that. Leaves about a kilobyte of garbage a packet.
 */
final class JcaCipher implements PacketCipher {
    private final Cipher cipher;
    private final Aead aead;
    private final SecretKeySpec key;
    private final Nonce nonces;
    private final byte[] nonce = new byte[Aead.NONCE_BYTES];

    JcaCipher(Cipher cipher, Aead aead, byte[] key, byte[] iv) {
        this.cipher = cipher;
        this.aead = aead;
        this.key = new SecretKeySpec(key, aead == Aead.AES_256_GCM ? "AES" : "ChaCha20");
        nonces = new Nonce(iv);
    }

    @Override
    public void seal(
            long number, MemorySegment associated, MemorySegment memory, long at, int length) {
        try {
            process(Cipher.ENCRYPT_MODE, number, associated, memory, at, length);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(cipher.getProvider() + " can't seal", e);
        }
    }

    @Override
    public boolean open(
            long number, MemorySegment associated, MemorySegment memory, long at, int length) {
        try {
            process(Cipher.DECRYPT_MODE, number, associated, memory, at, length + Aead.TAG_BYTES);
            return true;
        } catch (AEADBadTagException _) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(cipher.getProvider() + " can't open", e);
        }
    }

    private void process(
            int mode, long number, MemorySegment associated, MemorySegment memory, long at, int n)
            throws GeneralSecurityException {
        HeapCopies copies = HeapCopies.ofThread();
        byte[] extra = copies.associated((int) associated.byteSize());
        byte[] in = copies.in(n + Aead.TAG_BYTES);
        byte[] out = copies.out(n + Aead.TAG_BYTES);
        MemorySegment.copy(associated, ValueLayout.JAVA_BYTE, 0, extra, 0, extra.length);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, in, 0, n);
        nonces.write(number, ByteBuffer.wrap(nonce));
        cipher.init(mode, key, parameters());
        cipher.updateAAD(extra);
        int done = cipher.doFinal(in, 0, n, out, 0);
        MemorySegment.copy(out, 0, memory, ValueLayout.JAVA_BYTE, at, done);
    }

    private AlgorithmParameterSpec parameters() {
        return aead == Aead.AES_256_GCM
                ? new GCMParameterSpec(Aead.TAG_BYTES * Byte.SIZE, nonce)
                : new IvParameterSpec(nonce);
    }

    /** A provider has no way to forget a key; what was encrypted is forgotten. */
    @Override
    public void close() {
        HeapCopies.ofThread().wipe();
    }
}
