package org.urdma4j.tools.copy.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** What rsync(1) says of {@code -e}. */
class SshCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ssh | ssh",
                "` ssh  -p 2222 -J jump ` | ssh,-p,2222,-J,jump",
                "ssh -o 'ProxyCommand=nohup ssh fw nc -w1 %h %p' | ssh,-o,ProxyCommand=nohup ssh fw nc -w1 %h %p",
                "a\"b c\"d | ab cd",
                "'it''s' | it's",
                "\"say \"\"so\"\"\" | say \"so\"",
                "x '' | x,``"
            })
    void shouldPartWordsAsRsyncDoes(String text, String words) {
        assertThat(String.join(",", SshCommand.parse(text).words()))
                .isEqualTo(words.replace("``", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "ssh 'a", "\""})
    void shouldRefuseWhatIsNone(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SshCommand.parse(text))
                .withMessageStartingWith("--ssh");
    }

    @Test
    void theFarCommandShouldBeOneWord() {
        assertThat(SshCommand.parse("ssh -v").running("u@h", "cd x && ./urdma serve"))
                .isEqualTo(List.of("ssh", "-v", "u@h", "cd x && ./urdma serve"));
    }
}
