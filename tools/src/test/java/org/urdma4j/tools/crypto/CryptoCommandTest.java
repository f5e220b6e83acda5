package org.urdma4j.tools.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.tools.Invocation;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.security.Security;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class CryptoCommandTest {
    private static final String JDK = "SunJCE " + Security.getProvider("SunJCE").getVersionStr();

    @Test
    void shouldShowWhatWasTriedAndWhatIsTaken() {
        Invocation result = Invocation.of("crypto", "--crypto", "jca:SunJCE");

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        List<String> lines = result.out().lines().toList();
        assertThat(lines).hasSize(6);
        assertThat(lines.getFirst()).startsWith("CIPHER ");
        assertRow(lines.get(1), "AES-256-GCM", 1400);
        assertRow(lines.get(2), "AES-256-GCM", 8900);
        assertRow(lines.get(3), "ChaCha20-Poly1305", 1400);
        assertRow(lines.get(4), "ChaCha20-Poly1305", 8900);
        assertThat(lines.getLast())
                .isEqualTo("chosen: " + JDK + ", the only one that comes into question");
    }

    private static void assertRow(String line, String cipher, int bytes) {
        assertThat(line)
                .matches(
                        "%s +%s +%d( +[0-9]+){2}( +[0-9]+\\.[0-9]{2}){2} +[0-9]+  passed"
                                .formatted(cipher, JDK, bytes));
    }

    /** Whatever the machine has, the one that is taken is sound, and the fastest or near it. */
    @Test
    void shouldPrintJson() {
        Map<String, Double> least = new HashMap<>();
        double ratio = chosenOverBest(least);
        for (int again = 0; again < 7 && ratio > 1.5; again++) {
            ratio = chosenOverBest(least); // others had the processor at the wrong moment
        }
        assertThat(ratio).isBetween(1.0, 1.5);
    }

    /**
     * Calls it once more.
     *
     * @param least ns for each byte that each implementation took, in its best call until now
     */
    private static double chosenOverBest(Map<String, Double> least) {
        Invocation result = Invocation.of("crypto", "--json");

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        JsonNode root = JsonMapper.shared().readTree(result.out());
        String chosen = root.get("chosen").asString();
        assertThat(root.get("why").asString()).isNotEmpty();
        for (JsonNode row : root.get("ciphers")) {
            if (!row.get("self_test").asBoolean()) {
                assertThat(row.get("fault").asString()).isNotEmpty();
                assertThat(row.get("packets")).isEmpty();
                continue;
            }
            assertThat(row.has("fault")).isFalse();
            assertThat(row.get("packets")).hasSize(2);
            double cost = 0;
            for (JsonNode packet : row.get("packets")) {
                int bytes = packet.get("bytes").asInt();
                double seal = packet.get("seal_ns").asDouble();
                double open = packet.get("open_ns").asDouble();
                assertThat(packet.get("seal_gb_per_s").asDouble()).isEqualTo(bytes / seal);
                assertThat(packet.get("open_gb_per_s").asDouble()).isEqualTo(bytes / open);
                assertThat(packet.get("garbage_bytes").asDouble()).isNotNegative();
                cost += (seal + open) / bytes;
            }
            if (row.get("cipher").asString().equals("AES-256-GCM")) {
                least.merge(row.get("implementation").asString(), cost, Math::min);
            }
        }
        return least.get(chosen) / Collections.min(least.values());
    }

    @ParameterizedTest
    @CsvSource({
        "libcrypto:/no/such.so, can't load '/no/such.so'",
        "jca:Nobody, there is no JCA provider 'Nobody'",
        "jca:SUN, SUN "
    })
    void shouldSayInOneLineWhatIsNotThere(String choice, String error) {
        Invocation result = Invocation.of("crypto", "--crypto", choice);

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.errLines()).singleElement().asString().startsWith("urdma: " + error);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "openssl", "auto:x", "jca:", "libcrypto:", "ipsec-mb:", "ipsec_mb"})
    void shouldRefuseWhatIsNoChoice(String choice) {
        Invocation result = Invocation.of("crypto", "--crypto=" + choice);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.errLines())
                .containsExactly(
                        "urdma: --crypto: '"
                                + choice
                                + "' is not auto, libcrypto[:PATH], ipsec-mb[:PATH] or"
                                + " jca[:PROVIDER]",
                        "Try: ./urdma crypto --help");
    }
}
