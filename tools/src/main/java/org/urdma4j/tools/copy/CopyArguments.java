package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.tools.terminal.OutputFile;
import org.urdma4j.tools.terminal.RawArguments;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What is copied and how, as it is written on the command line. */
final class CopyArguments {
    @Option(
            names = "--resume",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description =
                    "Go on where an earlier copy of the same files ended; default. --no-resume"
                            + " begins anew.")
    private boolean resume = true;

    @Option(
            names = {"-c", "--checksum"},
            description = "Compare files by their SHA-256, not by size and time of modification.")
    private boolean checksum;

    @Option(names = "--verify", description = "Read all again at both ends, and compare.")
    private boolean verify;

    @Option(
            names = "--delete",
            description =
                    "Remove from the target's folders what those of the source haven't, once all"
                            + " is copied.")
    private boolean delete;

    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            description = {
                "Leave out what has such a name, such as '*.o', or with a slash such a path; may"
                        + " be given again."
            })
    private List<String> excludes = List.of();

    @Option(
            names = "--force",
            description =
                    "Replace what the target has of another kind than the source: without, a file"
                            + " where a folder is to be is an error, and so on. A folder goes with"
                            + " all that is in it, unless --exclude is given.")
    private boolean force;

    @Option(
            names = {"-n", "--dry-run"},
            description = "Say what would be done, and do nothing.")
    private boolean dryRun;

    @Option(
            names = "--files-from",
            paramLabel = "FILE",
            description = {
                "Copy what is named in a file, - for standard input, each on a line, from the"
                        + " source on: files, folders alone or, with a slash, with what is in them."
            })
    private String filesFrom;

    @Option(
            names = {"-0", "--from0"},
            description = "A NUL ends each name in --files-from, as find -print0 has it.")
    private boolean from0;

    @Option(
            names = "--manifest",
            paramLabel = "FILE",
            description =
                    "Write what became of each file, a JSON object a line: path, size, sha256,"
                            + " state. --check compares with it.")
    private Path manifest;

    /** Returns whether a list says what is copied. */
    boolean isListed() {
        return filesFrom != null;
    }

    /** Returns where the manifest is wanted, or null. */
    Path manifest() {
        return manifest;
    }

    /**
     * Returns options with the list, if there is one.
     *
     * @throws IOException if it can't be read
     */
    CopyOptions withList(CopyOptions options) throws IOException {
        return isListed() ? options.of(FilesFrom.read(filesFrom, from0, System.in)) : options;
    }

    /**
     * Checks that nothing is asked for that takes a file of this machine.
     *
     * @throws IllegalArgumentException if so
     */
    void checkBetween() {
        if (isListed() || manifest != null) {
            throw new IllegalArgumentException(
                    "between two hosts there is no --files-from and no --manifest");
        }
    }

    /**
     * Checks that nothing is asked for that a stream hasn't.
     *
     * @throws IllegalArgumentException if so
     */
    void checkStream() {
        if (checksum || verify || delete || dryRun || !excludes.isEmpty() || isListed()) {
            throw new IllegalArgumentException(
                    "- has no --checksum, --verify, --delete, --exclude, --dry-run and --files-from");
        }
        if (manifest != null) {
            throw new IllegalArgumentException("- has no --manifest");
        }
    }

    /**
     * Returns the options.
     *
     * @throws IllegalArgumentException if they can't be
     */
    CopyOptions options() {
        if (excludes.size() > Limits.GLOBS) {
            throw new IllegalArgumentException(
                    "--exclude can be given %d times".formatted(Limits.GLOBS));
        }
        List<ByteString> globs =
                excludes.stream().map(each -> ByteString.of(RawArguments.bytes(each))).toList();
        for (ByteString glob : globs) {
            if (glob.length() == 0 || glob.length() > Limits.NAME) {
                throw new IllegalArgumentException("--exclude takes 1 to 255 bytes");
            }
        }
        if (isListed() && (delete || !excludes.isEmpty())) {
            throw new IllegalArgumentException(
                    "--files-from goes with neither --delete nor --exclude");
        }
        if (from0 && !isListed()) {
            throw new IllegalArgumentException("--from0 needs --files-from");
        }
        OutputFile.check("--manifest", manifest);
        if (dryRun && verify) {
            throw new IllegalArgumentException("give --dry-run or --verify, not both");
        }
        return new CopyOptions(
                resume, checksum, verify, delete, dryRun, globs, force, null, Preserve.NONE);
    }
}
