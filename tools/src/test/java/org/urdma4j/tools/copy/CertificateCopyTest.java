package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.CertificateFolder;
import org.urdma4j.tools.Invocation;

import java.nio.file.Files;
import java.nio.file.Path;

/** {@code urdma copy} and a server whose certificate is of another name than was asked. */
@Timeout(120)
class CertificateCopyTest {
    @TempDir private Path folder;

    @Test
    void theServersNameShouldBeTheOneThatIsExpected() throws Exception {
        String protect = CertificateFolder.write(folder.resolve("certificates"));
        Path served = Files.createDirectory(folder.resolve("served"));
        Path file = Files.writeString(folder.resolve("file"), "content");
        try (ServedFolder server = new ServedFolder(9, served, "--protect", protect)) {
            Invocation other = Invocation.ofCopy(file, server.at("other"), "--protect", protect);
            assertThat(other.status()).as(other.err()).isEqualTo(1);
            assertThat(other.err())
                    .contains("is of %s, not of ".formatted(CertificateFolder.NAME))
                    .contains(server.address)
                    .contains("--peer-name")
                    .doesNotContain("Exception");
            assertThat(served.resolve("other")).doesNotExist();
            for (String name : new String[] {"*", CertificateFolder.NAME}) {
                Invocation known =
                        Invocation.ofCopy(
                                file,
                                server.at("known"),
                                "--protect",
                                protect,
                                "--peer-name",
                                name);
                assertThat(known.err()).isEmpty();
                assertThat(known.status()).isZero();
                assertThat(served.resolve("known")).hasContent("content");
                Files.delete(served.resolve("known"));
            }
        }
    }
}
