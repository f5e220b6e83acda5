package org.urdma4j.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.Urdma;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Manual and completion, read by the programs that they are for. */
class PagesTest {
    @TempDir private Path share;

    @BeforeEach
    void write() throws IOException {
        Pages.write(share, "1.2.3", "2026-11-01");
    }

    private static List<CommandLine> all(CommandLine line) {
        List<CommandLine> all = new ArrayList<>(List.of(line));
        Commands.subcommands(line).forEach(sub -> all.addAll(all(sub)));
        return all;
    }

    private Path page(CommandLine line) {
        String name = line.getCommandSpec().qualifiedName("-");
        return share.resolve("man/man1").resolve(name + ".1");
    }

    @Test
    void shouldHaveAPageForEachCommandThatHelpShows() throws IOException {
        List<Path> expected = all(Urdma.commandLine()).stream().map(this::page).toList();

        try (Stream<Path> written = Files.list(share.resolve("man/man1"))) {
            assertThat(written).containsExactlyInAnyOrderElementsOf(expected);
        }
        assertThat(share.resolve("man/man1/urdma-interop-play.1")).doesNotExist();
    }

    @Test
    @Tag("installed")
    void shouldBePagesThatManShows() throws Exception {
        Shell.need("groff", "groff-base");
        for (CommandLine line : all(Urdma.commandLine())) {
            Path page = page(line);
            assertThat(Shell.succeed("groff", "-man", "-ww", "-z", "-Tutf8", page)).isEmpty();

            String shown = Shell.succeed("groff", "-man", "-Tutf8", "-P-cbou", "-rLL=300n", page);
            assertThat(shown).contains("SYNOPSIS", "EXIT STATUS", "urdma4j 1.2.3");
            for (OptionSpec option : Commands.options(line.getCommandSpec())) {
                assertThat(shown).as("%s", page).contains(option.names());
            }
        }
    }

    @Test
    @Tag("installed")
    void shouldCompleteInBash() throws Exception {
        assertThat(inBash("urdma", "be")).containsExactly("bench");
        assertThat(inBash("urdma", "bench", "cl")).containsExactly("client");
        assertThat(inBash("urdma", "copy", "--bwlimit-f")).containsExactly("--bwlimit-file");
        assertThat(inBash("urdma", "nosuch")).isEmpty();
    }

    private List<String> inBash(String... words) throws Exception {
        String script =
                ". \"$1\"; shift; compopt() { :; }; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _complete_urdma;"
                        + " printf '%s\\n' \"${COMPREPLY[@]}\"";
        List<Object> command = new ArrayList<>(List.of("bash", "-c", script, "bash"));
        command.add(share.resolve("bash-completion/completions/urdma"));
        command.addAll(List.of(words));
        return Shell.succeed(command.toArray()).strip().lines().map(String::strip).toList();
    }

    @Test
    @Tag("installed")
    void shouldCompleteInFish() throws Exception {
        Shell.need("fish", "fish");
        assertThat(inFish("urdma be")).singleElement().asString().startsWith("bench\t");
        assertThat(inFish("urdma bench cl")).singleElement().asString().startsWith("client\t");
        assertThat(inFish("urdma bench -j cl")).hasSize(1);
        assertThat(inFish("urdma copy --bwlimit-f"))
                .singleElement()
                .asString()
                .startsWith("--bwlimit-file");
        assertThat(inFish("urdma nosuch")).isEmpty();
    }

    private List<String> inFish(String line) throws Exception {
        Path script = share.resolve("fish/vendor_completions.d/urdma.fish");
        return Shell.run(
                        Map.of("HOME", share.toString()),
                        "fish",
                        "-c",
                        "source $argv[1]; complete -C $argv[2]",
                        script,
                        line)
                .said()
                .lines()
                .toList();
    }

    /** A terminal of zsh's own types a line and TAB, and says what stands there then. */
    @Test
    @Tag("installed")
    void shouldCompleteInZsh() throws Exception {
        Shell.need("zsh", "zsh");
        assertThat(inZsh("urdma benc")).isEqualTo("urdma bench ");
        assertThat(inZsh("urdma bench cli")).isEqualTo("urdma bench client ");
        assertThat(inZsh("urdma copy --bwlimit-f")).isEqualTo("urdma copy --bwlimit-file=");
        assertThat(inZsh("urdma nosuch")).isEqualTo("urdma nosuch");
    }

    private String inZsh(String line) throws Exception {
        String script =
                """
                zmodload zsh/zpty
                zpty z zsh -f -i
                zpty -w z "PROMPT=; fpath=(${(q)1} \\$fpath); autoload -U compinit; compinit -D -u"
                zpty -w z "show() { print -rn -- \\$BUFFER >${(q)3}; exit }"
                zpty -w z "zle -N show; bindkey '^X' show; print re\"\"ady"
                zpty -r -m z said '*ready*'
                zpty -w -n z "$2"$'\\t\\C-x'
                while zpty -r z said; do :; done
                """;
        Path functions = share.resolve("zsh/site-functions");
        Path stands = share.resolve("stands");
        Shell.succeed("zsh", "-f", "-c", script, "zsh", functions, line, stands);
        return Files.readString(stands);
    }
}
