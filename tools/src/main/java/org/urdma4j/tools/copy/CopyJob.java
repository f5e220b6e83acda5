package org.urdma4j.tools.copy;

import java.util.List;
import java.util.Objects;

/** What a command line asks for: push or pull, of files or of a stream. */
sealed interface CopyJob permits TreeJob, StreamJob {
    /** Standard input as the source, standard output as the target. */
    String STREAM = "-";

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

    /** Returns whether the host is written to. */
    boolean isPush();

    private static List<Location> sources(List<String> paths) {
        List<Location> sources =
                paths.subList(0, paths.size() - 1).stream().map(Location::parse).toList();
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
        return sources;
    }

    /** Returns whether both sides are on other hosts. */
    static boolean isBetween(List<String> paths) {
        return Location.parse(paths.getFirst()).isRemote()
                && Location.parse(paths.getLast()).isRemote();
    }

    /**
     * Reads a copy between two other hosts, as the sources' host sees it.
     *
     * @throws IllegalArgumentException if it can't be
     */
    static PushJob between(List<String> paths) {
        PushJob job = new PushJob(sources(paths), Location.parse(paths.getLast()));
        if (job.sources().getFirst().port() != 0) {
            throw new IllegalArgumentException(
                    "between two hosts a port is the target's: HOST:PORT:PATH or --port");
        }
        return job;
    }

    /**
     * Reads sources and a target.
     *
     * @throws IllegalArgumentException if one can't be read, or they don't go together
     */
    static CopyJob parse(List<String> paths) {
        List<Location> sources = sources(paths);
        Location target = Location.parse(paths.getLast());
        Location first = sources.getFirst();
        if (first.isRemote() == target.isRemote()) {
            throw new IllegalArgumentException(
                    first.isRemote()
                            ? "one side must be on this machine: HOST:PATH is on both, which takes --ssh"
                            : "one side must be HOST:PATH, where `urdma serve` runs or, with --ssh, is"
                                    + " started");
        }
        boolean stream = paths.contains(STREAM);
        if (stream && paths.size() > 2) {
            throw new IllegalArgumentException(
                    "- goes with one file, HOST:PATH; a file of that name is ./-");
        }
        if (stream) {
            Location file = target.isRemote() ? target : first;
            if (file.isContent()) {
                throw new IllegalArgumentException("with - the other side is a file, HOST:PATH");
            }
            return new StreamJob(file, target.isRemote());
        }
        return target.isRemote() ? new PushJob(sources, target) : new PullJob(sources, target);
    }
}
