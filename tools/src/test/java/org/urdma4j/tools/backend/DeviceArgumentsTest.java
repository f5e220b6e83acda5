package org.urdma4j.tools.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.tools.Invocation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What {@code --backend rdma} of copy, serve and forward refuses, and where no device is. */
class DeviceArgumentsTest {
    @TempDir private Path folder;

    private Invocation call(String words) throws Exception {
        Path key = folder.resolve("key");
        if (!Files.exists(key)) {
            Files.writeString(key, Invocation.of("key", "psk").out());
            key.toFile().setReadable(false, false);
            key.toFile().setReadable(true, true);
        }
        return Invocation.of(
                Stream.of(words.split(" ", -1))
                        .map(word -> word.replace("DIR", folder.toString()))
                        .toArray());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    copy DIR h: --ssh | leave out --ssh, which makes a key
                    copy DIR h: --protect psk:DIR/key | leave out --protect
                    copy DIR h: --rails auto | leave out --cc, --fec, --rails and --paths
                    copy DIR h: --fec 20,4 | leave out --cc, --fec, --rails and --paths
                    copy DIR h:4792: | has UDP port 4791 at both ends, not 4792
                    serve DIR | needs --listen ADDR, an address of the RDMA device
                    serve DIR --listen 127.0.0.1 | has no keys, so that whoever asks is served
                    serve DIR --listen 127.0.0.1:5 --insecure | at both ends, not 5
                    serve DIR --metrics 9464 | leave out --metrics
                    serve --stdio | leave out --stdio
                    forward 0 127.0.0.1:80 --port 4794 | has UDP port 4791 at both ends, not 4794
                    forward 0 127.0.0.1:80 --metrics 9464 | leave out --metrics
                    forward --exit --allow 127.0.0.1:80 | needs --listen ADDR
                    forward --exit --allow 127.0.0.1:80 --listen 127.0.0.1 | add --insecure
                    """)
    void shouldSayInALineWhatADeviceHasNot(String words, String text) throws Exception {
        Invocation call = call(words + " --backend rdma");
        assertThat(call.status()).isEqualTo(2);
        assertThat(call.err().lines().toList())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("Try: ./urdma ");
        assertThat(call.err()).startsWith("urdma: --backend rdma ").contains(text);
    }

    /** With the provider on the class path it says that there is no device with the address. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "copy DIR 127.0.0.1:",
                "copy 127.0.0.1:x DIR --bind 127.0.0.1",
                "serve DIR --listen 127.0.0.1 --insecure",
                "forward 0 127.0.0.1:80",
                "forward --socks 0 127.0.0.1",
                "forward --exit --allow 127.0.0.1:80 --listen 127.0.0.1 --insecure"
            })
    void shouldSayInALineThatThereIsNoDevice(String words) throws Exception {
        Invocation call = call(words + " --backend rdma");
        assertThat(call.status()).as(call.err()).isEqualTo(1);
        assertThat(call.err().lines().toList())
                .singleElement()
                .asString()
                .matches("urdma: (ENOSYS|ENODEV|EADDRNOTAVAIL): .*(--backend rdma|127.0.0.1).*");
        assertThat(call.out()).isEmpty();
    }
}
