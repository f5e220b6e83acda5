package org.urdma4j.tools.forward;

import java.io.IOException;
import java.time.Duration;

/** What the command is asked to be. */
interface ForwardJob {
    /** For streams to come to their end when the command is told to end. */
    Duration DRAIN = Duration.ofSeconds(5);

    /** For that and all else. */
    Duration GRACE = Duration.ofSeconds(15);

    /**
     * Runs until it is told to end, and the streams that there are have ended or been reset.
     *
     * @return whether the user has ended it
     * @throws IOException with a line for the user
     */
    boolean run() throws IOException, InterruptedException;
}
