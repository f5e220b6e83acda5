package org.urdma4j.tools.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.gateway.message.GatewayKey;
import org.urdma4j.gateway.packet.GatewayConfig;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** What must be true of a key before it is one; sizes are tried with the commands. */
class GatewayArgumentsTest {
    @Command
    private static final class Holder {
        @Mixin private final GatewayArguments arguments = new GatewayArguments();
    }

    @TempDir private Path folder;

    private static GatewayConfig parse(Path key) {
        Holder holder = new Holder();
        new CommandLine(holder).parseArgs("--key", key.toString());
        return holder.arguments.config(1_000_000_000, 0, 10_000_000, 1500);
    }

    private Path file(int bytes, String permissions) throws IOException {
        Path file = folder.resolve("key");
        Files.deleteIfExists(file);
        Files.write(file, new byte[bytes]);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void aKeyShouldBeWhatIsInItsFile() throws IOException {
        assertThat(parse(file(16, "rw-------")).key()).contains(new GatewayKey(new byte[16]));
    }

    @Test
    void aKeyThatIsNoneShouldBeRefused() throws IOException {
        assertRefused(file(15, "rw-------"), "has 15 bytes");
        assertRefused(file(1025, "rw-------"), "longer");
        assertRefused(file(32, "rw-r-----"), "chmod 600");
        assertRefused(file(32, "rw----r--"), "chmod 600");
        assertRefused(folder, "key file");
        assertRefused(folder.resolve("none"), "there is no key file");
    }

    private static void assertRefused(Path key, String word) {
        assertThatThrownBy(() -> parse(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key.toString())
                .hasMessageContaining(word);
    }
}
