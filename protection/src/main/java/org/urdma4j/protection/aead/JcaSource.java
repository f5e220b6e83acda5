package org.urdma4j.protection.aead;

import java.security.GeneralSecurityException;
import java.security.Provider;

import javax.crypto.Cipher;

/** The ciphers of a JCA provider, such as SunJCE. */
public final class JcaSource implements CipherSource {
    private final Provider provider;

    public JcaSource(Provider provider) {
        this.provider = provider;
    }

    @Override
    public String name() {
        return provider.getName() + " " + provider.getVersionStr();
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
