package org.urdma4j.tools.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.terminal.PathArgument;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SplittableRandom;

/** The name of a key that no other process can be given is refused before a lab begins. */
class HandedWordsTest {
    @TempDir private Path folder;

    /** The byte 0xff, which is in no text of UTF-8 and in no ASCII. */
    @Test
    void aKeyWhoseNameIsNoTextShouldBeRefused() throws Exception {
        String name = folder + "/key\udcff";
        Path key =
                Files.createFile(
                        PathArgument.of(name),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, PskCredentials.newLine(new SplittableRandom(1)) + "\n");

        Invocation lab = Invocation.of("lab", "--protect", "psk:" + name);
        assertThat(lab.status()).isEqualTo(2);
        assertThat(lab.errLines().getFirst())
                .contains("the processes of the ends can't be given this name")
                .contains("a link to it, in ASCII");
        assertThat(lab.out()).isEmpty();
    }

    @Test
    void wordsOfAsciiShouldPass() {
        List<String> words = List.of("--protect", "psk:/etc/a b%$'\"");
        assertThat(HandedWords.check(words)).isEqualTo(words);
    }
}
