package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.tree.Accounts;
import org.urdma4j.copy.tree.Preserve;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.function.Consumer;

/** What is kept besides content, permissions, times and links. */
final class PreserveArguments {
    @Option(
            names = {"-a", "--archive"},
            description = "All of it: -ogAXH. Permissions, times, links and holes are kept anyway.")
    private boolean archive;

    @Option(
            names = {"-o", "--owner"},
            description = "The users that files belong to, if root writes at the target.")
    private boolean owner;

    @Option(
            names = {"-g", "--group"},
            description = "Their groups; if another than root writes, those that this user is in.")
    private boolean group;

    @Option(
            names = "--numeric-ids",
            description =
                    "Users and groups by their numbers; otherwise by their names where both ends"
                            + " know them.")
    private boolean numericIds;

    @Option(
            names = {"-A", "--acls"},
            description = "POSIX access control lists.")
    private boolean acls;

    @Option(
            names = {"-X", "--xattrs"},
            description =
                    "Extended attributes: user.*, and with root at both ends security.*, trusted.*.")
    private boolean xattrs;

    @Option(
            names = {"-H", "--hard-links"},
            description = "Several names of one file, which is sent once.")
    private boolean hardLinks;

    Preserve preserve() {
        return new Preserve(
                archive || owner,
                archive || group,
                numericIds,
                archive || acls,
                archive || xattrs,
                archive || hardLinks);
    }

    /**
     * Checks that nothing is asked for that a stream hasn't.
     *
     * @throws IllegalArgumentException if so
     */
    void checkStream() {
        if (!preserve().isNone()) {
            throw new IllegalArgumentException("- has no --archive and nothing that it stands for");
        }
    }

    /** Tells the server, and a user what isn't kept. */
    void tell(CopyClient client, CopyJob job, Consumer<String> note) throws IOException {
        Preserve there = client.preserve(preserve());
        boolean kept = job.isPush() ? there.owner() : Accounts.isRoot();
        if (preserve().owner() && !kept) {
            note.accept(
                    job.isPush()
                            ? "owners aren't kept: at the target urdma isn't run by root, or without --super"
                            : "owners aren't kept: that takes root here");
        }
    }
}
