package org.urdma4j.tools.bench;

import org.urdma4j.measure.rail.RailPlan;
import org.urdma4j.measure.sim.Impairments;
import org.urdma4j.measure.sim.SimOptionsBuilder;
import org.urdma4j.simulation.link.QueueSize;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;

import picocli.CommandLine.Option;

import java.util.List;

/** The path as it is written on the command line. */
final class PathArguments {
    private static final String BERNOULLI = "bernoulli";
    private static final String DEFAULT_RATE = "100G";
    private static final String DEFAULT_RTT = "20ms";

    /** How far --loss may be from the mean of a --loss-model: what rounding explains. */
    private static final double SAME_LOSS = 0.05;

    @Option(names = "--rate", description = "Of the bottleneck, 1M to 4T; default 100G.")
    private String rate;

    @Option(names = "--rtt", description = "Two-way propagation delay, 1us to 10s; default 20ms.")
    private String rtt;

    @Option(names = "--loss", description = "Share of packets lost on the way there; default 0.")
    private String loss;

    @Option(
            names = "--loss-model",
            paramLabel = "MODEL",
            description = {
                "bernoulli: each packet for itself (default); ge:p,r,h: bursts, p good to",
                "bad, r bad to good for each packet, h loss in the bad state;",
                "burst:GOOD,BAD,H: the same with mean times. It says how much is lost too."
            })
    private String lossModel;

    @Option(
            names = "--drop",
            paramLabel = "N,...",
            split = ",",
            description = {
                "Packets that are lost on the way there, once, counted from 1 as they leave the",
                "queue; beside --loss."
            })
    private List<Long> drops = List.of();

    @Option(
            names = "--queue",
            description = "Of the bottleneck, drop-tail: 1bdp (default), 0.5bdp, a time or bytes.")
    private String queue = "1bdp";

    @Option(
            names = "--ecn",
            paramLabel = "K_MIN,K_MAX,P",
            description = {
                "Marks packets that leave a longer queue: none up to K_MIN, a share of P at K_MAX,",
                "all above, such as 400KB,1.6MB,0.2; or none. Default: with --cc dcqcn 4 and 16 KB",
                "for each Gbit/s of the rate and 0.2, otherwise none."
            })
    private String ecn;

    /**
     * Sets what belongs to the path.
     *
     * @throws IllegalArgumentException if something can't be read
     */
    void apply(SimOptionsBuilder builder) {
        apply(builder, Units.timeNs(rtt == null ? DEFAULT_RTT : rtt), lossSpec());
    }

    /**
     * Sets what belongs to several paths in place of one.
     *
     * @throws IllegalArgumentException if something can't be read, or is meant for one path
     */
    void apply(SimOptionsBuilder builder, RailPlan rails) {
        if (rate != null || rtt != null || loss != null || lossModel != null) {
            throw new IllegalArgumentException(
                    "--rails has rate, round trip and loss of each path; leave --rate, --rtt,"
                            + " --loss and --loss-model out");
        }
        if (!drops.isEmpty()) {
            throw new IllegalArgumentException(
                    "--drop counts the packets of one path, not --rails");
        }
        builder.rails(rails.withEach(rail -> rail.withQueue(queue(rail.rateBps(), rail.rttNs()))))
                .marking(ecn == null ? null : RedMarking.parse(ecn));
    }

    /** The same with another round trip and loss in place of those that were given. */
    void apply(SimOptionsBuilder builder, long rttNs, LossSpec lossOnTheWay) {
        long rateBps = Units.rate(rate == null ? DEFAULT_RATE : rate);
        builder.rateBps(rateBps)
                .rttNs(rttNs)
                .loss(lossOnTheWay)
                .queueBytes(queue(rateBps, rttNs))
                .impairments(Impairments.NONE.dropping(drops))
                .marking(ecn == null ? null : RedMarking.parse(ecn));
    }

    private LossSpec lossSpec() {
        if (lossModel == null || lossModel.equals(BERNOULLI)) {
            return LossSpec.parse(loss == null ? "none" : loss);
        }
        if (!LossSpec.namesModel(lossModel)) {
            throw new IllegalArgumentException(
                    "\"%s\" is no loss model; use bernoulli, ge:p,r,h or burst:GOOD,BAD,H"
                            .formatted(lossModel));
        }
        LossSpec model = LossSpec.parse(lossModel);
        if (loss != null) {
            double given = LossSpec.parse(loss).meanLoss();
            if (Math.abs(given - model.meanLoss()) > SAME_LOSS * model.meanLoss()) {
                throw new IllegalArgumentException(
                        "%s loses %.4g %% on average, not %s; leave --loss out"
                                .formatted(lossModel, 100 * model.meanLoss(), loss));
            }
        }
        return model;
    }

    private long queue(long rateBps, long rttNs) {
        return QueueSize.bytes(queue, rateBps, rttNs, 0);
    }
}
