package org.urdma4j.protection.aead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is known of the library's structures, against its header. */
@Tag("oracle")
class IpsecMbLayoutTest {
    private static final Path HEADER = Path.of("/usr/include/intel-ipsec-mb.h");
    private static final String PROGRAM =
            """
            #include <stddef.h>
            #include <stdio.h>
            #include <intel-ipsec-mb.h>
            int main(void) {
                printf("%d.%d %zu %zu %zu %zu %zu %zu %zu %zu %zu %d",
                       IMB_VERSION_NUM >> 16, (IMB_VERSION_NUM >> 8) & 0xff,
                       offsetof(IMB_MGR, gcm256_enc), offsetof(IMB_MGR, gcm256_dec),
                       offsetof(IMB_MGR, gcm256_init), offsetof(IMB_MGR, gcm256_enc_update),
                       offsetof(IMB_MGR, gcm256_enc_finalize),
                       offsetof(IMB_MGR, gcm256_pre), sizeof(struct gcm_key_data),
                       _Alignof(struct gcm_key_data), sizeof(struct gcm_context_data),
                       IMB_ARCH_NOAESNI);
                return 0;
            }
            """;

    @TempDir private Path folder;

    private String run(String... command) throws Exception {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException _) {
            return abort("Skipped: no " + command[0] + " (Debian: gcc, libc6-dev)");
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void shouldBeThatOfTheHeader() throws Exception {
        assumeTrue(Files.exists(HEADER), "Skipped: no " + HEADER + " (Debian: libipsec-mb-dev)");
        Path source = Files.writeString(folder.resolve("layout.c"), PROGRAM);
        Path program = folder.resolve("layout");
        run("gcc", "-DLINUX", "-o", program.toString(), source.toString());
        String layout = run(program.toString());
        String version = IpsecMb.KNOWN_MAJOR + "." + IpsecMb.KNOWN_MINOR + " ";
        assumeTrue(
                layout.startsWith(version), "Skipped: another version, whose library is refused");

        assertThat(layout)
                .isEqualTo(
                        version
                                + "%d %d %d %d %d %d %d %d %d %d"
                                        .formatted(
                                                IpsecMb.ENCRYPT_OFFSET,
                                                IpsecMb.DECRYPT_OFFSET,
                                                IpsecMb.BEGIN_OFFSET,
                                                IpsecMb.UPDATE_OFFSET,
                                                IpsecMb.END_OFFSET,
                                                IpsecMb.EXPAND_OFFSET,
                                                IpsecMb.KEY_DATA_BYTES,
                                                IpsecMb.KEY_DATA_ALIGNMENT,
                                                IpsecMb.CONTEXT_BYTES,
                                                IpsecMb.NO_AES));
    }
}
