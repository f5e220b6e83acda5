package org.urdma4j.transport.rdmacm;

import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.PacketCipher;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keys that nobody is to be told, and whether a text tells one, in any form that is usual. */
final class Secrets {
    /** Of each secret so much is enough to be told. */
    private static final int TELLING_BYTES = 8;

    private final List<byte[]> all = new CopyOnWriteArrayList<>();

    void add(byte[] secret) {
        all.add(secret.clone());
    }

    int count() {
        return all.size();
    }

    /** Returns whether these bytes are one of them. */
    boolean has(byte[] bytes) {
        return all.stream().anyMatch(one -> Arrays.equals(one, bytes));
    }

    /** Returns a cipher source that remembers the keys it is given. */
    CipherSource listening(CipherSource source) {
        return new CipherSource() {
            @Override
            public String name() {
                return source.name();
            }

            @Override
            public boolean has(Aead aead) {
                return source.has(aead);
            }

            @Override
            public PacketCipher create(Aead aead, byte[] key, byte[] iv) {
                add(key);
                add(iv);
                return source.create(aead, key, iv);
            }
        };
    }

    /** Returns what of a text tells a secret, null if nothing does. */
    String toldBy(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        String dense = text.replace(" ", "");
        for (byte[] secret : all) {
            for (byte[] part : List.of(head(secret), tail(secret))) {
                for (String form : forms(part)) {
                    if (lower.contains(form) || dense.contains(form) || text.contains(form)) {
                        return form;
                    }
                }
            }
        }
        return null;
    }

    private static byte[] head(byte[] secret) {
        return Arrays.copyOf(secret, TELLING_BYTES);
    }

    private static byte[] tail(byte[] secret) {
        return Arrays.copyOfRange(secret, secret.length - TELLING_BYTES, secret.length);
    }

    private static List<String> forms(byte[] part) {
        List<String> forms = new ArrayList<>();
        forms.add(HexFormat.of().formatHex(part));
        forms.add(HexFormat.ofDelimiter(":").formatHex(part));
        // the last characters depend on what follows
        String base64 = Base64.getEncoder().withoutPadding().encodeToString(part);
        forms.add(base64.substring(0, base64.length() - 2));
        String decimal = Arrays.toString(part).replace(" ", "");
        forms.add(decimal.substring(1, decimal.length() - 1));
        forms.add(new String(part, StandardCharsets.ISO_8859_1));
        return forms;
    }
}
