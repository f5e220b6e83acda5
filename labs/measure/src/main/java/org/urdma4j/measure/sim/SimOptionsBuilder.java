package org.urdma4j.measure.sim;

import org.urdma4j.measure.rail.RailPlan;
import org.urdma4j.measure.spec.PaperMode;
import org.urdma4j.measure.spec.Range;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.UrdmaPaths;

import java.util.List;

/** Builds {@link SimOptions}, where every option is explained; they are checked by build(). */
public final class SimOptionsBuilder {
    private static final long BY_BDP = -1;

    private long rateBps = 100_000_000_000L;
    private long rttNs = 20_000_000;
    private LossSpec loss = LossSpec.NONE;
    private long queueBytes = BY_BDP;
    private Profile profile = Profile.STANDARD;
    private CongestionControlType cc;
    private RedMarking marking;
    private long referenceRateBps;
    private long grantRateBps;
    private boolean referenceFloorHard;
    private int initialWindow = 128;
    private String fec = SimOptions.NO_FEC;
    private int payloadBytes;
    private int flows = 1;
    private long staggerNs;
    private long messageBytes;
    private int messages;
    private long timeNs = 5_000_000_000L;
    private long seed = 1;
    private BulkLoad bulk = BulkLoad.DEFAULT;
    private Impairments impairments = Impairments.NONE;
    private RailPlan rails = RailPlan.NONE;
    private UrdmaPaths paths = UrdmaPaths.AUTO;
    private List<Beside> beside = List.of();
    private PaperMode paper = PaperMode.NONE;

    SimOptionsBuilder() {}

    public SimOptionsBuilder rateBps(long value) {
        rateBps = value;
        return this;
    }

    public SimOptionsBuilder rttNs(long value) {
        rttNs = value;
        return this;
    }

    public SimOptionsBuilder loss(LossSpec value) {
        loss = value;
        return this;
    }

    /** Sets the bottleneck's queue; unless called it has one bandwidth-delay product. */
    public SimOptionsBuilder queueBytes(long value) {
        queueBytes = value;
        return this;
    }

    public SimOptionsBuilder profile(Profile value) {
        profile = value;
        return this;
    }

    /** Sets the congestion control; unless called it is the profile's own. */
    public SimOptionsBuilder cc(CongestionControlType value) {
        cc = value;
        return this;
    }

    public SimOptionsBuilder referenceRateBps(long value) {
        referenceRateBps = value;
        return this;
    }

    /** Sets what the receiving port grants; unless called it is the bottleneck's rate. */
    public SimOptionsBuilder grantRateBps(long value) {
        grantRateBps = value;
        return this;
    }

    public SimOptionsBuilder referenceFloorHard(boolean value) {
        referenceFloorHard = value;
        return this;
    }

    public SimOptionsBuilder initialWindow(int value) {
        initialWindow = value;
        return this;
    }

    public SimOptionsBuilder fec(String value) {
        fec = value;
        return this;
    }

    /** Sets the payload of a full packet; unless called, or 0, it is the profile's own. */
    public SimOptionsBuilder payloadBytes(int value) {
        payloadBytes = value;
        return this;
    }

    public SimOptionsBuilder flows(int value) {
        flows = value;
        return this;
    }

    public SimOptionsBuilder staggerNs(long value) {
        staggerNs = value;
        return this;
    }

    public SimOptionsBuilder messageBytes(long value) {
        messageBytes = value;
        return this;
    }

    public SimOptionsBuilder messages(int value) {
        messages = value;
        return this;
    }

    public SimOptionsBuilder timeNs(long value) {
        timeNs = value;
        return this;
    }

    public SimOptionsBuilder seed(long value) {
        seed = value;
        return this;
    }

    public SimOptionsBuilder bulk(BulkLoad value) {
        bulk = value;
        return this;
    }

    public SimOptionsBuilder impairments(Impairments value) {
        impairments = value;
        return this;
    }

    /** Which packets the queue marks; unless set, those that {@code cc} goes by. */
    public SimOptionsBuilder marking(RedMarking value) {
        marking = value;
        return this;
    }

    /** Sets rails in place of the one path, with their rates and round trips. */
    public SimOptionsBuilder rails(RailPlan value) {
        rails = value;
        rateBps = value.rateBps();
        rttNs = value.rttNs();
        return this;
    }

    /** Sets how queue pairs send over the rails. */
    public SimOptionsBuilder paths(UrdmaPaths value) {
        paths = value;
        return this;
    }

    /** Sets what else goes over the bottleneck. */
    public SimOptionsBuilder beside(List<Beside> value) {
        beside = List.copyOf(value);
        return this;
    }

    /** Sets what of URDMA is as in its paper. */
    public SimOptionsBuilder paper(PaperMode value) {
        paper = value;
        return this;
    }

    private RedMarking markingFor(CongestionControlType type) {
        return type == CongestionControlType.DCQCN ? RedMarking.scaled(rateBps) : RedMarking.NONE;
    }

    /**
     * Returns the options.
     *
     * @throws IllegalArgumentException if one is out of range, or if they don't go together
     */
    public SimOptions build() {
        CongestionControlType own =
                profile == Profile.URDMA ? CongestionControlType.RRCC : CongestionControlType.FIXED;
        Range.require(
                cc == null || !profile.isTcp(),
                "--cc is for queue pairs; --profile cubic or bbr says it of TCP");
        CongestionControlType chosen = cc == null ? own : cc;
        SimOptions options =
                new SimOptions(
                        rateBps,
                        rttNs,
                        loss,
                        queueBytes == BY_BDP ? SimOptions.bdpBytes(rateBps, rttNs) : queueBytes,
                        profile,
                        chosen,
                        referenceRateBps,
                        referenceFloorHard,
                        initialWindow,
                        fec,
                        payloadBytes == 0 ? profile.payloadBytes() : payloadBytes,
                        flows,
                        staggerNs,
                        messageBytes,
                        messages,
                        timeNs,
                        seed,
                        bulk,
                        impairments,
                        marking == null ? markingFor(chosen) : marking,
                        rails,
                        paths,
                        grantRateBps,
                        beside,
                        paper);
        profile.check(options);
        return options;
    }
}
