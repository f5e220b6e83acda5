package org.urdma4j.protection.aead;

/** An AEAD with keys of 32 bytes, nonces of 12 and tags of 16 (RFC 5116, RFC 8439). */
public enum Aead {
    /** AES-256 in Galois/counter mode (NIST SP 800-38D). */
    AES_256_GCM("AES-256-GCM"),

    /** ChaCha20 and Poly1305 (RFC 8439). */
    CHACHA20_POLY1305("ChaCha20-Poly1305");

    /** Bytes of a key. */
    public static final int KEY_BYTES = 32;

    /** Bytes of a nonce, and of the IV that it is made of. */
    public static final int NONCE_BYTES = 12;

    /** Bytes of a tag. */
    public static final int TAG_BYTES = 16;

    private final String text;

    Aead(String text) {
        this.text = text;
    }

    /** Returns its name as OpenSSL writes it. */
    @Override
    public String toString() {
        return text;
    }
}
