package org.urdma4j.tools.bench;

import org.urdma4j.transport.pfc.FlowControl;

import picocli.CommandLine.Option;

/** Which pauses the port of this end obeys and sends, as it is written on the command line. */
final class PauseArguments {
    @Option(
            names = "--pfc",
            paramLabel = "PRIORITY",
            split = ",",
            description = {
                "Obey and send priority flow control for these priorities, such as 3 or 3,4.",
                "The priority is --sl, or else, over RoCEv2, an eighth of --dscp: 3 is --dscp 24."
            })
    private int[] pfc;

    @Option(names = "--pause", description = "Obey and send PAUSE, which stops all priorities.")
    private boolean pause;

    /**
     * Checks what can be checked without a network.
     *
     * @throws IllegalArgumentException if it can't be
     */
    void check(boolean raw) {
        if (pfc != null && pause) {
            throw new IllegalArgumentException("a cable has --pfc or --pause, not both");
        }
        if (!flowControl().equals(FlowControl.DEFAULT) && !raw) {
            throw new IllegalArgumentException("--pfc and --pause need --backend raw");
        }
    }

    /** Returns what a port has to do with pauses. */
    FlowControl flowControl() {
        if (pfc != null) {
            return FlowControl.pfc(pfc);
        }
        return pause ? FlowControl.pause() : FlowControl.DEFAULT;
    }
}
