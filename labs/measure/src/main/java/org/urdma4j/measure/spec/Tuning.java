package org.urdma4j.measure.spec;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.fec.FecMode;
import org.urdma4j.verbs.CongestionControlType;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * How the ends are to use the path.
 *
 * @param mtu payload of a full packet in bytes, 0 for the largest that the path carries
 * @param cc congestion control: {@code rrcc}, {@code background}, {@code rrcc+grants}, {@code
 *     grants} or {@code fixed}; {@code dcqcn}, {@code timely} or {@code timely-patched}, which need
 *     the reference rate as the rate of the line
 * @param referenceRateBps what the sender is told of the path, bit/s, 0 for nothing
 * @param rateBps the most that a sender may send, bit/s, 0 for no limit
 * @param fec forward error correction of URDMA, as {@code FecMode} reads it
 * @param timeout code of the transport timer: 4.096 µs times 2 to its power, 1 to 31
 * @param retry how often a request is tried again, 0 to 7
 * @param dscp differentiated services code point, 0 to 63
 * @param sl service level, 0 to 7: on Ethernet the priority of a VLAN tag
 * @param tcpCc congestion control of TCP as the kernel names it, empty for its default
 * @param socketBufferBytes socket buffers to ask the kernel for, 0 for what suits the protocol
 * @param control what makes connections; queue pairs without one learn addresses by TCP anyhow
 * @param spread over which paths URDMA sends
 * @param weights how URDMA's queue pairs share what they send
 * @param paper what of URDMA is as in its paper
 */
public record Tuning(
        int mtu,
        String cc,
        long referenceRateBps,
        long rateBps,
        String fec,
        int timeout,
        int retry,
        int dscp,
        int sl,
        String tcpCc,
        int socketBufferBytes,
        Control control,
        Spread spread,
        Weights weights,
        PaperMode paper) {
    /** The highest rate, bit/s. */
    public static final long MAX_RATE = 4_000_000_000_000L;

    private static final Map<String, CongestionControlType> CONTROLS = controls();
    private static final int MAX_PAYLOAD = 16_384;
    private static final int MAX_NAME = 64;
    private static final int MAX_BUFFER = 1 << 30;

    /** Has one path. */
    public Tuning(
            int mtu,
            String cc,
            long referenceRateBps,
            long rateBps,
            String fec,
            int timeout,
            int retry,
            int dscp,
            int sl,
            String tcpCc,
            int socketBufferBytes,
            Control control) {
        this(
                mtu,
                cc,
                referenceRateBps,
                rateBps,
                fec,
                timeout,
                retry,
                dscp,
                sl,
                tcpCc,
                socketBufferBytes,
                control,
                Spread.NONE,
                Weights.EQUAL,
                PaperMode.NONE);
    }

    public Tuning withSpread(Spread paths) {
        return with(paths, weights, paper);
    }

    public Tuning withWeights(Weights others) {
        return with(spread, others, paper);
    }

    public Tuning withPaper(PaperMode mode) {
        return with(spread, weights, mode);
    }

    private Tuning with(Spread paths, Weights shares, PaperMode mode) {
        return new Tuning(
                mtu,
                cc,
                referenceRateBps,
                rateBps,
                fec,
                timeout,
                retry,
                dscp,
                sl,
                tcpCc,
                socketBufferBytes,
                control,
                paths,
                shares,
                mode);
    }

    public Tuning {
        Objects.requireNonNull(cc, "cc");
        Objects.requireNonNull(fec, "fec");
        Objects.requireNonNull(tcpCc, "tcpCc");
        Objects.requireNonNull(control, "control");
        Objects.requireNonNull(spread, "spread");
        Objects.requireNonNull(weights, "weights");
        Objects.requireNonNull(paper, "paper");
        Range.check("--mtu", mtu, 0, MAX_PAYLOAD);
        Range.check("--reference-rate", referenceRateBps, 0, MAX_RATE);
        Range.check("--rate", rateBps, 0, MAX_RATE);
        Range.check("--timeout", timeout, 1, 31);
        Range.check("--retry", retry, 0, 7);
        Range.check("--dscp", dscp, 0, 63);
        Range.check("--sl", sl, 0, 7);
        Range.check("socket buffer", socketBufferBytes, 0, MAX_BUFFER);
        Range.check("length of --fec", fec.length(), 1, MAX_NAME);
        var _ = FecMode.parse(fec); // the peer's, too, which comes over the control connection
        Range.check("length of --tcp-cc", tcpCc.length(), 0, MAX_NAME);
        Range.require(
                CONTROLS.containsKey(cc),
                "--cc is one of %s, not \"%s\""
                        .formatted(String.join(", ", CONTROLS.keySet()), cc));
        Range.require(
                !CONTROLS.get(cc).needsLineRate() || referenceRateBps > 0,
                "--cc %s begins at the rate of the line; give it as --reference-rate"
                        .formatted(cc));
    }

    private static Map<String, CongestionControlType> controls() {
        Map<String, CongestionControlType> controls = new LinkedHashMap<>();
        for (CongestionControlType type : CongestionControlType.values()) {
            controls.put(label(type), type);
        }
        return Collections.unmodifiableMap(controls);
    }

    /** Returns the name of a congestion control: with grants is {@code +grants}. */
    public static String label(CongestionControlType type) {
        String name = type.name().toLowerCase(Locale.ROOT);
        return name.replace("_grants", "+grants").replace('_', '-');
    }

    /** Returns the congestion control that {@link #cc} names. */
    public CongestionControlType congestionControl() {
        return CONTROLS.get(cc);
    }

    /** Returns how long the transport timer runs, in ms. */
    public double timeoutMs() {
        return AckTimeout.nanos(timeout) / 1e6;
    }
}
