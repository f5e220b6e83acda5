package org.urdma4j.protection.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.testing.RecordingSource;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HKDF-Expand of one block is HMAC(secret, info | 1): RFC 5869, 2.3. */
class KeyScheduleTest {
    private static final ConnectionNames NAMES =
            new ConnectionNames(Role.CLIENT, 0x0102_0304_0506_0708L, 0x11, 0x22, 0x33, 0x44);

    private final byte[] exported = new byte[KeySchedule.SECRET_BYTES];
    private final Secret generation;

    KeyScheduleTest() {
        for (int i = 0; i < exported.length; i++) {
            exported[i] = (byte) i;
        }
        generation = new Secret(exported);
    }

    private static byte[] expand(byte[] secret, String hexInfo) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA384");
        mac.init(new SecretKeySpec(secret, "HmacSHA384"));
        ByteArrayOutputStream info = new ByteArrayOutputStream();
        info.writeBytes(HexFormat.of().parseHex(hexInfo));
        info.write(1);
        return mac.doFinal(info.toByteArray());
    }

    @Test
    void shouldDeriveWhatTheDocsSay() throws Exception {
        byte[] connection =
                expand(
                        exported,
                        "7170"
                                + "01"
                                + "00"
                                + "0102030405060708"
                                + "00000011"
                                + "00000022"
                                + "00000033"
                                + "00000044");
        Secret secret = KeySchedule.connection(generation, Role.SERVER, NAMES);
        assertThat(secret.bytes()).isEqualTo(connection);

        RecordingSource recorder = new RecordingSource();
        KeySchedule.epoch(secret, 3, recorder, Aead.AES_256_GCM);
        byte[] material = expand(connection, "65706f6368" + "00000003");
        assertThat(recorder.keys.getFirst()).isEqualTo(Arrays.copyOf(material, 32));
        assertThat(recorder.ivs.getFirst()).isEqualTo(Arrays.copyOfRange(material, 32, 44));

        assertThat(KeySchedule.manager(generation, Role.CLIENT).bytes())
                .isEqualTo(expand(exported, "636d" + "00"));
        assertThat(KeySchedule.tunnel(generation, Role.SERVER).bytes())
                .isEqualTo(expand(exported, "74756e6e656c" + "01"));
    }

    @Test
    void shouldHaveAnotherSecretForEverythingElse() {
        Set<String> all = new HashSet<>();
        for (Role role : Role.values()) {
            all.add(hex(KeySchedule.connection(generation, role, NAMES)));
            all.add(
                    hex(
                            KeySchedule.connection(
                                    generation,
                                    role,
                                    new ConnectionNames(Role.SERVER, 1, 2, 3, 4, 5))));
            all.add(
                    hex(
                            KeySchedule.connection(
                                    generation,
                                    role,
                                    new ConnectionNames(Role.SERVER, 2, 2, 3, 4, 5))));
            all.add(hex(KeySchedule.manager(generation, role)));
            all.add(hex(KeySchedule.tunnel(generation, role)));
        }

        assertThat(all).hasSize(10);
    }

    private static String hex(Secret secret) {
        return HexFormat.of().formatHex(secret.bytes());
    }

    @Test
    void shouldTellNothingAndForget() {
        assertThat(generation.toString()).isEqualTo("Secret");
        byte[] inside = generation.bytes();

        generation.close();

        assertThat(inside).containsOnly(0);
        assertThat(exported[5]).isEqualTo((byte) 5);
    }
}
