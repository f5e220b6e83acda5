package org.urdma4j.protection.key;

import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.PacketCipher;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;

import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Which key follows from which secret, by HKDF-Expand with SHA-384 (RFC 5869):
 *
 * <pre>
 * S         of a generation, exported by TLS
 * C         = Expand(S, "qp" | role of the sender | names of the connection, 48)
 *             Expand(S, "cm" | role of the sender, 48) for messages of the connection manager
 *             Expand(S, "tunnel" | role of the sender, 48) for the cells of a tunnel
 * key | IV  = Expand(C, "epoch" | n as 32 bits, 44)
 * </pre>
 *
 * Numbers are big-endian, roles one byte: 0 the client, 1 the server. Takes some 50 us the first
 * time, 10 us later: keys are derived ahead. Any thread.
 */
public final class KeySchedule {
    /** What TLS is asked to export for a generation (RFC 8446, 7.5), with an empty context. */
    public static final String EXPORTER_LABEL = "EXPORTER-urdma4j protection 1";

    /** Bytes of the secret of a generation, and of a connection. */
    public static final int SECRET_BYTES = 48;

    private static final byte[] QUEUE_PAIR = "qp".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MANAGER = "cm".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TUNNEL = "tunnel".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EPOCH = "epoch".getBytes(StandardCharsets.US_ASCII);

    private KeySchedule() {}

    public static Secret connection(Secret generation, Role sender, ConnectionNames names) {
        ByteBuffer info = ByteBuffer.allocate(QUEUE_PAIR.length + 1 + ConnectionNames.BYTES);
        info.put(QUEUE_PAIR).put(sender.code());
        names.write(info);
        return new Secret(expand(generation, info.array(), SECRET_BYTES));
    }

    /** Returns the secret of one end's messages of the connection manager. */
    public static Secret manager(Secret generation, Role sender) {
        return ofEnd(generation, MANAGER, sender);
    }

    public static Secret tunnel(Secret generation, Role sender) {
        return ofEnd(generation, TUNNEL, sender);
    }

    private static Secret ofEnd(Secret generation, byte[] label, Role sender) {
        byte[] info = Arrays.copyOf(label, label.length + 1);
        info[label.length] = sender.code();
        return new Secret(expand(generation, info, SECRET_BYTES));
    }

    public static PacketCipher epoch(Secret secret, int epoch, CipherSource source, Aead aead) {
        ByteBuffer info = ByteBuffer.allocate(EPOCH.length + Integer.BYTES);
        info.put(EPOCH).putInt(epoch);
        int bytes = Aead.KEY_BYTES + Aead.NONCE_BYTES;
        byte[] material = expand(secret, info.array(), bytes);
        byte[] key = Arrays.copyOf(material, Aead.KEY_BYTES);
        byte[] iv = Arrays.copyOfRange(material, Aead.KEY_BYTES, bytes);
        try {
            return source.create(aead, key, iv);
        } finally {
            Arrays.fill(material, (byte) 0);
            Arrays.fill(key, (byte) 0);
        }
    }

    private static byte[] expand(Secret secret, byte[] info, int bytes) {
        try {
            return KDF.getInstance("HKDF-SHA384")
                    .deriveData(
                            HKDFParameterSpec.expandOnly(
                                    new SecretKeySpec(secret.bytes(), "HKDF-SHA384"), info, bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HKDF-SHA384", e);
        }
    }
}
