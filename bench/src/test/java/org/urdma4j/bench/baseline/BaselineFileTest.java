package org.urdma4j.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class BaselineFileTest {
    @TempDir Path folder;
    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("baseline.json");
    }

    private void assertRefused(String content, String message) throws IOException {
        Files.writeString(file, content);
        assertThatThrownBy(() -> BaselineFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldReadWhatWasWritten() throws Exception {
        Scores scores = new Scores();
        scores.add("a", 0.0123456);
        scores.add("a", 12345.6);
        scores.add("b loss=0.01", 1);

        BaselineFile.here(scores).write(file);
        BaselineFile read = BaselineFile.read(file);

        assertThat(read.scores().benchmarks()).containsExactly("a", "b loss=0.01");
        assertThat(read.scores().of("a")).containsExactly(0.01235, 12350.0);
        assertThat(read.isOfTheSameMachineAs(BaselineFile.here(new Scores()))).isTrue();
        assertThat(Files.readAllLines(file)).contains("    \"b loss=0.01\" : [ 1.0 ]");
    }

    @Test
    void shouldTellAnotherMachine() throws Exception {
        BaselineFile here = BaselineFile.here(new Scores());

        assertThat(here.isOfTheSameMachineAs(new BaselineFile("Z80", here.java(), here.scores())))
                .isFalse();
        assertThat(
                        here.isOfTheSameMachineAs(
                                new BaselineFile(here.processor(), "24", here.scores())))
                .isFalse();
    }

    @Test
    void shouldRefuseWhatIsNone() throws Exception {
        assertThatThrownBy(() -> BaselineFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage("there is no %s: record a baseline first".formatted(file));
        assertRefused("", "record");
        assertRefused("[]", "record a baseline first");
        assertRefused("{\"scores\": {}}", "record a baseline first");
        assertRefused("{\"scores\": {\"a\": [1, ", "is no baseline");
        assertRefused("{\"scores\": {\"a\": [1, 0]}}", "a has a time that is none");
        assertRefused("{\"scores\": {\"a\": [-1]}}", "a has a time that is none");
        assertRefused("{\"scores\": {\"a\": [\"fast\"]}}", "a has a time that is none");
    }
}
