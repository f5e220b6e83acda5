package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a command line asks for: push or pull. */
sealed interface CopyJob permits PushJob, PullJob {
    default String host() {
        return remotes().getFirst().host();
    }

    /** Returns what is on the host: the target, or the sources. */
    List<Location> remotes();

    /** Returns the same copy with other paths in place of {@link #remotes}. */
    CopyJob with(List<Location> remotes);

    /** Returns its port, 0 if none is written. */
    default int port() {
        return remotes().getFirst().port();
    }

    /** Returns the user there, null if none is written. */
    default String user() {
        return remotes().getFirst().user();
    }

    /**
     * Copies.
     *
     * @return how many files were found right at the end, if that is asked for
     */
    long run(CopyClient client, CopyOptions options, Tally tally)
            throws IOException, InterruptedException;

    /**
     * Reads sources and a target.
     *
     * @throws IllegalArgumentException if one can't be read, or they don't go together
     */
    static CopyJob parse(List<String> paths) {
        List<Location> sources = new ArrayList<>();
        for (String path : paths.subList(0, paths.size() - 1)) {
            sources.add(Location.parse(path));
        }
        Location target = Location.parse(paths.getLast());
        Location first = sources.getFirst();
        for (Location source : sources) {
            boolean same =
                    Objects.equals(source.host(), first.host())
                            && Objects.equals(source.user(), first.user())
                            && source.port() == first.port();
            if (!same) {
                throw new IllegalArgumentException("the sources must all be on the same host");
            }
        }
        if (first.isRemote() == target.isRemote()) {
            throw new IllegalArgumentException(
                    first.isRemote()
                            ? "one side must be on this machine: HOST:PATH is on both"
                            : "one side must be HOST:PATH, where `urdma serve` runs or, with --ssh, is"
                                    + " started");
        }
        return target.isRemote() ? new PushJob(sources, target) : new PullJob(sources, target);
    }
}
