package org.urdma4j.tools.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.tools.Invocation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** What the command says of wrong calls, before it does anything. */
class TunnelCommandTest {
    @TempDir private Path folder;

    private Path key() throws IOException {
        byte[] bytes = new byte[32];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 0x37 + 0x80);
        }
        Path file = Files.write(folder.resolve("key"), bytes);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static Invocation words(String call) {
        return Invocation.of((Object[]) call.split(" ", -1));
    }

    private static void assertWrong(Invocation call, String words) {
        assertThat(call.status()).as(call.err()).isEqualTo(2);
        assertThat(call.out()).isEmpty();
        assertThat(call.errLines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("urdma: ")
                .contains(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    | a rate is set by hand
                    --shape constant | constant:RATE, such as constant:1G, or none
                    --shape constant: | constant:RATE, such as constant:1G, or none
                    --shape steady:1G | not 'steady:1G'
                    --shape constant:fast | "fast"
                    --shape constant:0 | 100K to 400G
                    --shape constant:99999 | 100K to 400G
                    --shape constant:1T | 100K to 400G
                    --shape constant:unlimited | 100K to 400G
                    --shape none --cell 124 | --cell is a multiple of four, 128 to 16384, not 124
                    --shape none --cell 1470 | --cell is a multiple of four, 128 to 16384, not 1470
                    --shape none --cell 16388 | --cell is a multiple of four
                    --shape none --queue 1K | --queue is 65537 to 1G, not 1K
                    --shape none --queue 2G | --queue is 65537 to 1G, not 2G
                    --shape none --mtu 1279 | --mtu is 1280 to 65517, not 1279
                    --shape none --mtu 65518 | --mtu is 1280 to 65517, not 65518
                    --shape none --interval 0 | --interval must be above 0
                    --shape none --to 127.0.0.2 | one of --listen and --to
                    --shape none --crypto magic | is not auto, libcrypto
                    --shape none --rekey 1000 | a power of two
                    --shape none --peer-key SHA256:x |
                    """)
    void shouldSayInALineWhatIsWrong(String more, String words) throws IOException {
        String options = more == null ? "" : " " + more;
        String call = "tunnel --listen 127.0.0.1 --tap t0 --protect psk:" + key() + options;
        assertWrong(words(call), words == null ? "" : words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "224.0.0.1"})
    void shouldTakeNoAddressThatIsNoMachines(String address) throws IOException {
        assertWrong(listen(address), "--listen takes an address of this machine, not ");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:0, 'a port is 1 to 65535, not 0'",
        "127.0.0.1:65536, 'a port is 1 to 65535, not 65536'",
        "127.0.0.1:x, '--listen takes ADDR or ADDR:PORT'",
        "[::1, '--listen takes ADDR or ADDR:PORT'"
    })
    void shouldSayWhatAnAddressIs(String address, String words) throws IOException {
        assertWrong(listen(address), words);
    }

    private Invocation listen(String address) throws IOException {
        return Invocation.of(
                "tunnel",
                "--listen",
                address,
                "--tap",
                "t0",
                "--shape",
                "none",
                "--protect",
                "psk:" + key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sixteen-letters-", "a/b", "a b", "a:b", ".", "..", "tap%d", ""})
    void shouldTakeNoNameThatNoDeviceHas(String name) throws IOException {
        assertWrong(
                Invocation.of(
                        "tunnel",
                        "--to",
                        "127.0.0.1",
                        "--tap",
                        name,
                        "--shape",
                        "none",
                        "--protect",
                        "psk:" + key()),
                "--tap: a device's name has 1 to 15 characters");
    }

    @Test
    void shouldCarryNothingWithoutKeys() {
        String call = "tunnel --listen 127.0.0.1 --tap t0 --shape none";
        assertWrong(words(call), "--protect psk:FILE or cert:DIR is needed");
        String missing = call + " --protect psk:" + folder.resolve("none");
        assertWrong(words(missing), "--protect: ");
    }

    @Test
    void shouldNotListenWhereSomebodyElseLives() throws IOException {
        Invocation call = listen("192.0.2.1");
        assertThat(call.status()).isEqualTo(1);
        assertThat(call.errLines())
                .containsExactly("urdma: 192.0.2.1 is no address of this machine");
    }

    /** Forms of addresses, as they are printed again. */
    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1:4791",
        "192.0.2.1:5000, 192.0.2.1:5000",
        "2001:db8::1, [2001:db8:0:0:0:0:0:1]:4791",
        "[2001:db8::1], [2001:db8:0:0:0:0:0:1]:4791",
        "[2001:db8::1]:77, [2001:db8:0:0:0:0:0:1]:77"
    })
    void shouldReadAddresses(String text, String printed) {
        assertThat(Endpoint.parse("--to", text)).hasToString(printed);
    }
}
