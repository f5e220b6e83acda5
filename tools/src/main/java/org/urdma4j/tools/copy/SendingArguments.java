package org.urdma4j.tools.copy;

import org.urdma4j.fec.FecMode;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.UrdmaTuning;

import picocli.CommandLine.Option;

import java.util.Map;

/** How this end sends data, as it is written on the command line. */
final class SendingArguments {
    private static final Map<String, CongestionControlType> CONTROLS =
            Map.of(
                    "rrcc", CongestionControlType.RRCC,
                    "background", CongestionControlType.BACKGROUND);

    @Option(
            names = "--cc",
            paramLabel = "CC",
            description =
                    "Congestion control of who sends: rrcc (default), or background, which takes"
                            + " what everybody else leaves. Of a pull that is the server, by an"
                            + " option of its own; with --ssh by this one.")
    private String cc;

    @Option(
            names = "--fec",
            paramLabel = "MODE",
            description =
                    "Error correction of who sends, as of --cc: off (default), auto, as losses"
                            + " demand, K,R such as 20,4, or 2d:R,C.")
    private String fec;

    /**
     * Checks what can be.
     *
     * @throws IllegalArgumentException if it can't be read
     */
    void check() {
        if (cc != null && !CONTROLS.containsKey(cc)) {
            throw new IllegalArgumentException(
                    "--cc is rrcc or background, not \"%s\"".formatted(cc));
        }
        if (fec != null) {
            try {
                var _ = FecMode.parse(fec);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--fec: " + e.getMessage(), e);
            }
        }
    }

    UrdmaTuning tuning() {
        UrdmaTuning.Builder tuning = UrdmaTuning.builder();
        if (cc != null) {
            tuning.congestionControl(CONTROLS.get(cc));
        }
        return fec == null ? tuning.build() : tuning.fec(fec).build();
    }

    /** Returns the same options for the far end; each is of few letters once it is checked. */
    String words() {
        return (cc == null ? "" : " --cc " + cc) + (fec == null ? "" : " --fec " + fec);
    }
}
