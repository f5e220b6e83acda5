package org.urdma4j.dist;

import org.urdma4j.tools.Urdma;

import picocli.AutoComplete;
import picocli.CommandLine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes manual pages and completion to where Linux's programs look for them. */
final class Pages {
    private Pages() {}

    /**
     * Writes them.
     *
     * @param share the folder of that name
     * @param date of the release, as {@code 2026-11-01}
     */
    static void write(Path share, String version, String date) throws IOException {
        CommandLine line = Urdma.commandLine();
        writeManual(line, share.resolve("man/man1"), version, date);
        write(
                share.resolve("bash-completion/completions/urdma"),
                AutoComplete.bash(line.getCommandName(), line).replaceFirst("^#!.*\n", ""));
        write(share.resolve("zsh/site-functions/_urdma"), ZshCompletion.of(line));
        write(share.resolve("fish/vendor_completions.d/urdma.fish"), FishCompletion.of(line));
    }

    private static void writeManual(CommandLine line, Path folder, String version, String date)
            throws IOException {
        String name = ManPage.name(line.getCommandSpec());
        write(folder.resolve(name + ".1"), ManPage.of(line, version, date));
        for (CommandLine sub : Commands.subcommands(line)) {
            writeManual(sub, folder, version, date);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
