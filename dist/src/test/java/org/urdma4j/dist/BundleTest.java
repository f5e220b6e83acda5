package org.urdma4j.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;

/** What {@code dist/bundle} signs, by a key that it makes, as gpg reads it elsewhere. */
@Tag("installed")
class BundleTest {
    private static final Path BUNDLE = Path.of("bundle").toAbsolutePath();

    @TempDir private Path folder;
    private Path stage;
    private Path zip;
    private List<Path> artifacts;

    @BeforeEach
    void stage() throws Exception {
        Shell.need("gpg", "gnupg");
        stage = folder.resolve("stage");
        zip = folder.resolve("bundle.zip");
        artifacts = Staged.artifacts(stage);
    }

    private Shell.Result bundle(String... key) throws Exception {
        Map<String, String> environment =
                Map.of(
                        "PATH",
                        System.getProperty("java.home") + "/bin:" + Shell.PATH,
                        "HOME",
                        folder.toString());
        return switch (key.length) {
            case 0 -> Shell.run(environment, BUNDLE, stage, zip);
            default -> Shell.run(environment, BUNDLE, stage, zip, key[0]);
        };
    }

    @Test
    void shouldSignWhatGpgThenTakesForTheSame() throws Exception {
        Files.writeString(stage.resolve("org/x/c/maven-metadata.xml"), "<metadata/>");

        assertThat(bundle().said()).isEmpty();

        Path home = Files.createDirectory(folder.resolve("reader"));
        Shell.succeed("chmod", "700", home);
        Shell.succeed("gpg", "--homedir", home, "--batch", "--import", zip + ".key");
        for (Path file : artifacts) {
            assertThat(verify(home, file)).isZero();
            Files.writeString(file, "something else");
            assertThat(verify(home, file)).isEqualTo(1);
        }
        try (ZipFile packed = new ZipFile(zip.toFile())) {
            assertThat(packed.stream().filter(it -> !it.isDirectory()))
                    .hasSize(artifacts.size() * List.of("", ".asc", ".md5", ".sha1").size())
                    .allMatch(it -> it.getName().startsWith("org/x/"));
        }
    }

    private static int verify(Path home, Path file) throws Exception {
        return Shell.run(
                        Map.of(),
                        "gpg",
                        "--homedir",
                        home,
                        "--batch",
                        "--no-autostart",
                        "--verify",
                        file + ".asc",
                        file)
                .status();
    }

    @Test
    void shouldPackNothingThatCentralRefuses() throws Exception {
        Files.delete(stage.resolve("org/x/c/1/c-1-javadoc.jar"));

        Shell.Result refused = bundle();

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.all()).isEqualTo("c-1.pom comes without c-1-javadoc.jar\n");
        assertThat(zip).doesNotExist();
    }

    @Test
    void shouldSayThatGpgHasNoSuchKey() throws Exception {
        Shell.Result refused = bundle("nobody@invalid");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.all().lines().filter(it -> it.startsWith("bundle: ")))
                .containsExactly(
                        "bundle: gpg has no key nobody@invalid; gpg --list-secret-keys says which"
                                + " it has");
        assertThat(zip).doesNotExist();
    }
}
