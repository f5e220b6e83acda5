package org.urdma4j.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What {@code ./release} refuses before it does anything. */
@Tag("installed")
class ReleaseTest {
    @TempDir private Path folder;

    @BeforeEach
    void commit() throws Exception {
        Shell.need("git", "git");
        Shell.need("gpg", "gnupg");
        Files.copy(Path.of("../release"), folder.resolve("release"));
        git("init", "-q");
        git("add", ".");
        git("commit", "-q", "-m", "First");
    }

    private void git(String... arguments) throws Exception {
        List<Object> command = new ArrayList<>(List.of("git", "-C", folder));
        command.addAll(List.of("-c", "user.name=x", "-c", "user.email=x@invalid"));
        command.addAll(Arrays.asList(arguments));
        Shell.succeed(command.toArray());
    }

    private void shouldRefuse(String fault, String... arguments) throws Exception {
        shouldRefuse(Map.of(), fault, arguments);
    }

    private void shouldRefuse(Map<String, String> environment, String fault, String... arguments)
            throws Exception {
        List<Object> command = new ArrayList<>(List.of(folder.resolve("release")));
        command.addAll(Arrays.asList(arguments));
        Map<String, String> all = new HashMap<>(environment);
        all.put("HOME", folder.toString());
        Shell.Result refused = Shell.run(all, command.toArray());

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.all()).startsWith("./release: ").contains(fault).hasLineCount(1);
        assertThat(folder.resolve("target")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "0.2, 0.2 is no version that is released",
        "0.2.0-SNAPSHOT, is no version",
        "v0.2.0, is no version",
        "0.2.0;id, is no version",
        "--force, there is no option --force",
        "--key, --key needs"
    })
    void shouldRefuseWhatItDoesNotKnow(String argument, String fault) throws Exception {
        shouldRefuse(fault, argument);
    }

    @Test
    void shouldRefuseNoneAndTwoVersions() throws Exception {
        shouldRefuse("which version?");
        shouldRefuse("two versions, 0.2.0 and 0.3.0", "0.2.0", "0.3.0");
    }

    @Test
    void shouldRefuseAKeyThatIsNotThere() throws Exception {
        shouldRefuse("gpg has no secret key nobody@invalid", "0.2.0", "--key", "nobody@invalid");
    }

    @Test
    void shouldRefuseWhatIsNotCommitted() throws Exception {
        Files.writeString(folder.resolve("more"), "more");

        shouldRefuse("some files aren't committed", "0.2.0");
    }

    @Test
    void shouldRefuseAVersionThatIsTaggedAlready() throws Exception {
        git("tag", "v0.2.0");

        shouldRefuse("there is a tag v0.2.0 already", "0.2.0");
    }

    @Test
    void shouldRefuseAJdkThatIsTooOld(@TempDir Path bin) throws Exception {
        Path java = bin.resolve("java");
        Files.writeString(
                java, "#!/bin/sh\necho 'openjdk version \"21.0.11\" 2026-04-21 LTS' >&2\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));

        shouldRefuse(
                Map.of("PATH", bin + ":" + System.getenv("PATH")),
                "the java of the PATH is 21: the bundle is checked by 25",
                "0.2.0");
    }
}
