package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A name may stand for several addresses, and a server listens on one. */
@Timeout(120)
class AddressesTest {
    @TempDir private Path folder;

    @Test
    void shouldTryTheNextAddressOfAName() throws Exception {
        Path served = Files.createDirectory(folder.resolve("served"));
        Path file = Files.writeString(folder.resolve("file"), "content");
        try (ServedFolder server = new ServedFolder(41, served)) {
            Path hosts = folder.resolve("hosts");
            String nobody = server.address.replaceAll("[.]41$", ".42");
            Files.writeString(hosts, nobody + " both\n" + server.address + " both\n");
            try (CommandProcess copy =
                    CommandProcess.start(
                            List.of("-Djdk.net.hosts.file=" + hosts), "copy", file, "both:x")) {
                copy.endWell();
            }
        }
        assertThat(served.resolve("x")).hasContent("content");
    }

    @Test
    void shouldKeepToAFamily() {
        Invocation six = Invocation.of("copy", "-6", "127.0.0.1:x", folder);
        assertThat(six.status()).isEqualTo(1);
        assertThat(six.err()).contains("\"127.0.0.1\" has no address of IPv6");

        Invocation both = Invocation.of("copy", "-4", "-6", "127.0.0.1:x", folder);
        assertThat(both.status()).isEqualTo(2);
        assertThat(both.err()).contains("give -4 or -6, not both");
    }
}
