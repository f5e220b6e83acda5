package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;

import java.io.IOException;

/** Files and folders, as they are. */
sealed interface TreeJob extends CopyJob permits PushJob, PullJob {
    /**
     * Copies.
     *
     * @return how many files were found right at the end, if that is asked for
     */
    long run(CopyClient client, CopyOptions options, Tally tally)
            throws IOException, InterruptedException;
}
