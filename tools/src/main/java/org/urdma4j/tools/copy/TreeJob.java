package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;

import java.io.IOException;
import java.util.List;

/** Files and folders, as they are. */
sealed interface TreeJob extends CopyJob permits PushJob, PullJob {
    /**
     * Copies.
     *
     * @param manifest written at the end, unless it is null or nothing is copied
     * @return how many files were found right at the end, if that is asked for
     */
    long run(CopyClient client, CopyOptions options, Tally tally, Manifest manifest)
            throws IOException, InterruptedException;

    /**
     * Returns the same of what is in the one source.
     *
     * @throws IllegalArgumentException if there are several
     */
    TreeJob ofContent();

    /** Returns a source, by which all that is in it is meant. */
    static Location content(List<Location> sources) {
        if (sources.size() > 1) {
            throw new IllegalArgumentException("--files-from goes with one source, a folder");
        }
        return sources.getFirst().content();
    }
}
