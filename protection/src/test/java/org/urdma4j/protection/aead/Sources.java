package org.urdma4j.protection.aead;

import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;

/** The implementations that this machine has. */
public final class Sources {
    private Sources() {}

    public static List<CipherSource> all() {
        List<CipherSource> all = new ArrayList<>();
        Libcrypto.open(Libcrypto.SYSTEM).ifPresent(all::add);
        IpsecMb.open(IpsecMb.SYSTEM).ifPresent(all::add);
        for (Provider provider : Security.getProviders()) {
            CipherSource source = new JcaSource(provider);
            if (source.has(Aead.AES_256_GCM)) {
                all.add(source);
            }
        }
        return all;
    }
}
