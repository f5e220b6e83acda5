package org.urdma4j.tools.bench;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Labelled;
import org.urdma4j.measure.spec.PaperMode;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.measure.spec.Weights;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.verbs.Mtu;

import picocli.CommandLine.Option;

/** How the path is used, as it is written on the command line. */
final class TuningArguments {
    /** 67 ms. */
    private static final int LEAST_TIMEOUT = 14;

    /** What the timer of a go-back-N request waits at least. */
    private static final int ROUND_TRIPS = 4;

    /** 1.07 s; times seven tries, how long URDMA waits for a silent peer. */
    private static final int URDMA_TIMEOUT = 18;

    private static final int LEAST_PAYLOAD = 256;

    @Option(
            names = "--protocol",
            paramLabel = "P",
            description = "urdma (default), standard (plain RoCEv2, go-back-N) or tcp.")
    private String protocol;

    @Option(
            names = "--profile",
            paramLabel = "P",
            description = "The same for RDMA alone: urdma or standard.")
    private String profile;

    @Option(
            names = "--cc",
            paramLabel = "CC",
            description = {
                "Congestion control: of URDMA rrcc (default), background, which gives way to",
                "everybody, rrcc+grants, grants or fixed; of both profiles dcqcn, timely or",
                "timely-patched, which need --reference-rate, the rate of the line."
            })
    private String cc;

    @Option(
            names = "--reference-rate",
            paramLabel = "RATE",
            description = {
                "What a sender is told of the path, bit/s as in 1G. A sender of the standard",
                "profile, or with --cc fixed, sends at this rate."
            })
    private String referenceRate;

    @Option(
            names = {"-b", "--rate"},
            paramLabel = "RATE",
            description = "No sender sends faster, bit/s; default: no limit.")
    private String rate;

    @Option(
            names = "--fec",
            paramLabel = "MODE",
            description = {
                "URDMA's error correction: off (default), auto, paper, K,R such as 20,4, or 2d:R,C",
                "such as 2d:8,8."
            })
    private String fec;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            description = {
                "Payload of a full packet; default: the most that the path's interfaces carry.",
                "256 to 4096 by powers of two, with URDMA any multiple of 4 to 16384."
            })
    private int mtu;

    @Option(
            names = "--timeout",
            paramLabel = "N",
            description = {
                "The timer of a request is 4.096 us times 2 to the power of N, 1 to 31; default:",
                "four round trips or 67 ms for standard, 1.07 s for URDMA."
            })
    private Integer timeout;

    @Option(
            names = "--retry",
            paramLabel = "N",
            description = "How often it may run out before the run fails, 0 to 7; default 7.")
    private int retry = 7;

    @Option(
            names = "--dscp",
            paramLabel = "N",
            description = "Code point in the IP headers of the data, 0 to 63; default 0.")
    private int dscp;

    @Option(
            names = "--sl",
            paramLabel = "N",
            description = {
                "Service level of the queue pairs, 0 to 7; default 0. Of --backend raw and pcap it",
                "is the priority of a VLAN tag."
            })
    private int sl;

    @Option(
            names = "--weights",
            paramLabel = "W[,W...]",
            description = {
                "What part each queue pair (-P) has of what an end sends, beside the others, 1 to 255:",
                "1,4 has every second send four times as much. Default: all alike."
            })
    private String weights;

    @Option(
            names = {"-C", "--tcp-cc"},
            paramLabel = "CC",
            description = "Congestion control of TCP, such as cubic or bbr; default: the kernel's.")
    private String tcpCc;

    @Option(
            names = "--control",
            paramLabel = "C",
            description = {
                "What connects queue pairs: cm (default), the connection manager on UDP port 4791,",
                "or tcp, the control connection."
            })
    private String control;

    @Option(
            names = {"-w", "--socket-buffer"},
            paramLabel = "BYTES",
            description = "To ask the kernel for; default 64M for RDMA, its own choice for TCP.")
    private String socketBuffer;

    /**
     * Returns the protocol.
     *
     * @throws IllegalArgumentException if there is none of this name, as for the rest here
     */
    Protocol protocol() {
        if (protocol != null && profile != null && !protocol.equals(profile)) {
            throw new IllegalArgumentException("give --protocol or --profile, not both");
        }
        if (profile != null && profile.equals("tcp")) {
            throw new IllegalArgumentException("--profile is urdma or standard; see --protocol");
        }
        String option = profile == null ? "--protocol" : "--profile";
        String name = profile != null ? profile : protocol != null ? protocol : "urdma";
        return Labelled.find(Protocol.class, option, name);
    }

    /**
     * Returns the tuning.
     *
     * @param rttNs round trip of the control connection's beginning
     * @param paper what is to be as in URDMA's paper
     */
    Tuning tuning(long rttNs, PaperArguments paper) {
        Protocol chosen = protocol();
        only(chosen.rdma(), cc != null, "--cc");
        boolean reported =
                cc != null
                        && (cc.startsWith("rrcc")
                                || cc.equals("grants")
                                || cc.equals("background"));
        if (chosen == Protocol.STANDARD && reported) {
            throw new IllegalArgumentException(
                    ("--cc %s needs the reports of URDMA; with standard use fixed, dcqcn, timely"
                                    + " or timely-patched")
                            .formatted(cc));
        }
        only(chosen == Protocol.URDMA, fec != null, "--fec");
        only(chosen == Protocol.URDMA, weights != null, "--weights");
        only(chosen == Protocol.TCP, tcpCc != null, "--tcp-cc");
        only(chosen.rdma(), referenceRate != null, "--reference-rate");
        only(chosen.rdma(), mtu != 0, "--mtu");
        only(chosen.rdma(), control != null, "--control");
        only(chosen.rdma(), sl != 0, "--sl");
        if (mtu != 0) {
            checkMtu(chosen);
        }
        PaperMode mode = paper.mode(referenceRate != null);
        only(chosen == Protocol.URDMA, mode.wanted(), "--paper or --sack");
        if (!mode.rules().isEmpty() && cc != null && !cc.equals("rrcc")) {
            throw new IllegalArgumentException("--paper cycle and decrease are about --cc rrcc");
        }
        Tuning tuning = unweighted(chosen, rttNs, mode.fec(fec, "off")).withPaper(mode);
        return weights == null ? tuning : tuning.withWeights(Weights.parse(weights));
    }

    private Tuning unweighted(Protocol chosen, long rttNs, String correction) {
        return new Tuning(
                mtu,
                cc == null ? "rrcc" : cc,
                rate("--reference-rate", referenceRate),
                rate("--rate", rate),
                correction,
                timeout == null ? defaultTimeout(chosen, rttNs) : timeout,
                retry,
                dscp,
                sl,
                tcpCc == null ? "" : tcpCc,
                socketBuffer == null ? 0 : (int) Math.min(Integer.MAX_VALUE, buffer()),
                control == null ? Control.CM : Labelled.find(Control.class, "--control", control));
    }

    /** Returns the payload that was asked for, 0 for what fits. */
    int mtu() {
        return mtu;
    }

    private static void only(boolean fits, boolean given, String option) {
        if (given && !fits) {
            throw new IllegalArgumentException(
                    "%s is not an option of this protocol; see --protocol".formatted(option));
        }
    }

    private void checkMtu(Protocol chosen) {
        if (chosen == Protocol.STANDARD) {
            var _ = Mtu.ofBytes(mtu);
        } else if (mtu < LEAST_PAYLOAD || mtu % 4 != 0) {
            throw new IllegalArgumentException(
                    "--mtu is %d, must be a multiple of 4 from 256 to 16384".formatted(mtu));
        }
    }

    private static long rate(String option, String text) {
        try {
            return text == null ? 0 : Units.rate(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }

    private long buffer() {
        try {
            return Units.bytes(socketBuffer);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--socket-buffer: " + e.getMessage(), e);
        }
    }

    static int defaultTimeout(Protocol protocol, long rttNs) {
        return protocol == Protocol.STANDARD
                ? Math.max(LEAST_TIMEOUT, AckTimeout.codeOf(ROUND_TRIPS * rttNs))
                : URDMA_TIMEOUT;
    }
}
