package org.urdma4j.protection.aead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

@EnabledOnOs(OS.LINUX)
class CipherFolderTest {
    private static final List<String> NAMES = List.of("one 1.0", "two 2.0");

    @TempDir Path home;

    private CipherMemory memory() {
        return CipherFolder.of(null, home.toString());
    }

    private Path folder() {
        return home.resolve(".cache/urdma4j");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.toList();
        }
    }

    private void keep(String taken) {
        memory().keep(CipherChoice.AUTO, NAMES, taken);
    }

    @Test
    void shouldKnowNothingAtFirstAndWhatWasKeptFromThenOn() throws IOException {
        assertThat(memory().recall(CipherChoice.AUTO, NAMES)).isEmpty();
        assertThat(folder()).doesNotExist();

        keep("two 2.0");
        assertThat(memory().recall(CipherChoice.AUTO, NAMES)).contains("two 2.0");
        keep("one 1.0");
        assertThat(memory().recall(CipherChoice.AUTO, NAMES)).contains("one 1.0");
        assertThat(files()).hasSize(1);
    }

    @Test
    void shouldTellMachinesAndCandidatesApart() throws IOException {
        keep("two 2.0");
        CipherMemory other = new CipherFolder(folder(), "another processor");

        assertThat(other.recall(CipherChoice.AUTO, NAMES)).isEmpty();
        assertThat(memory().recall(CipherChoice.AUTO, List.of("one 1.0", "two 2.1"))).isEmpty();
        assertThat(memory().recall(CipherChoice.parse("jca"), NAMES)).isEmpty();
        other.keep(CipherChoice.AUTO, NAMES, "one 1.0");
        assertThat(memory().recall(CipherChoice.AUTO, NAMES)).contains("two 2.0");
        assertThat(files()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "\0\0"})
    void shouldKnowNothingByAFileThatIsBrokenAndReplaceIt(String content) throws IOException {
        keep("two 2.0");
        Files.writeString(files().getFirst(), content);

        assertThat(memory().recall(CipherChoice.AUTO, NAMES)).isEmpty();
        keep("one 1.0");
        assertThat(memory().recall(CipherChoice.AUTO, NAMES)).contains("one 1.0");
    }

    @Test
    void shouldKnowNothingByAFileThatIsNoText() throws IOException {
        keep("two 2.0");
        Files.write(files().getFirst(), new byte[] {(byte) 0xff, (byte) 0xfe});

        assertThat(memory().recall(CipherChoice.AUTO, NAMES)).isEmpty();
    }

    @Test
    void shouldDoWithoutAFolder() throws IOException {
        Files.writeString(home.resolve(".cache"), "a file where the folder would be");

        keep("two 2.0");
        assertThat(memory().recall(CipherChoice.AUTO, NAMES)).isEmpty();
    }

    @Test
    void shouldWriteNothingIntoAFolderOfSomebodyElse() throws IOException {
        Path mine = home.resolve("cache");
        Files.createDirectories(mine);
        Object uid = Files.getAttribute(mine, "unix:uid");
        if (uid.equals(0)) {
            Files.setAttribute(mine, "unix:uid", 12_345);
        } else {
            Files.createSymbolicLink(mine.resolve("urdma4j"), Path.of("/"));
        }

        CipherFolder.of(mine.toString(), null).keep(CipherChoice.AUTO, NAMES, "two 2.0");
        try (Stream<Path> files = Files.list(mine)) {
            assertThat(files.filter(file -> !Files.isSymbolicLink(file))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"relative/cache", ""})
    void shouldTakeTheHomeFolderWhereTheOtherIsNone(String cache) throws IOException {
        CipherFolder.of(cache, home.toString()).keep(CipherChoice.AUTO, NAMES, "two 2.0");

        assertThat(files()).hasSize(1);
        assertThat(CipherFolder.of(cache, "?")).isSameAs(CipherMemory.NONE);
        assertThat(CipherFolder.of(cache, null)).isSameAs(CipherMemory.NONE);
    }
}
