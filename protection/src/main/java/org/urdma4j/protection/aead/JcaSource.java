package org.urdma4j.protection.aead;

import java.security.GeneralSecurityException;
import java.security.Provider;

import javax.crypto.Cipher;

/** The ciphers of a JCA provider, such as SunJCE. */
public final class JcaSource implements CipherSource {
    private static final String OF_THE_JDK = "SunJCE";

    private final Provider provider;

    public JcaSource(Provider provider) {
        this.provider = provider;
    }

    @Override
    public String name() {
        return provider.getName() + " " + provider.getVersionStr();
    }

    /** Returns the provider's name, by which it is asked for. */
    String provider() {
        return provider.getName();
    }

    /** Compiled stubs of the JDK's provider were wrong more than once. */
    @Override
    public String knownFault() {
        return provider().equals(OF_THE_JDK) ? "see JDK-8371864; try another JDK" : "";
    }

    @Override
    public boolean has(Aead aead) {
        try {
            Cipher.getInstance(transformation(aead), provider);
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    @Override
    public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
        try {
            return new JcaCipher(Cipher.getInstance(transformation(aead), provider), aead, key, iv);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(name() + " has no " + aead, e);
        }
    }

    static String transformation(Aead aead) {
        return switch (aead) {
            case AES_256_GCM -> "AES/GCM/NoPadding";
            case CHACHA20_POLY1305 -> "ChaCha20-Poly1305";
        };
    }
}
