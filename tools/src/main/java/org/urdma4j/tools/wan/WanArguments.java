package org.urdma4j.tools.wan;

import org.urdma4j.simulation.link.Framing;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.QueueSize;
import org.urdma4j.wan.WanConfig;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.List;

/** The path as it is written on the command line. */
final class WanArguments {
    private static final String DEFAULT_REORDER_TIME = "1ms";

    @Option(
            names = "--between",
            arity = "2",
            required = true,
            paramLabel = "NS",
            description = "The two network namespaces, by name or path.")
    private List<String> between;

    @Option(names = "--rate", description = "Of each direction, framing included; default 1G.")
    private String rate = "1G";

    @Option(names = "--delay", description = "Each way, so half of the RTT; default 10ms.")
    private String delay = "10ms";

    @Option(
            names = "--loss",
            description = "Share of packets lost from the first to the second; default 0.")
    private String loss;

    @Option(
            names = "--loss-model",
            paramLabel = "MODEL",
            description = {
                "bernoulli (default), or bursts: ge:p,r,h by packets, burst:GOOD,BAD,H by time;",
                "then without --loss."
            })
    private String lossModel = "bernoulli";

    @Option(names = "--reverse-loss", description = "The same on the way back; default 0.")
    private String reverseLoss = "0";

    @Option(
            names = "--queue",
            description = "Drop-tail, before each transmitter: a time or bytes; default 20ms.")
    private String queue = "20ms";

    @Option(
            names = "--ecn",
            paramLabel = "K_MIN,K_MAX,P",
            description = {
                "Marks packets that leave a longer queue, if they allow it (ECT): none up to K_MIN,",
                "a share of P at K_MAX, all above, such as 100KB,400KB,0.2; default none."
            })
    private String ecn = "none";

    @Option(names = "--jitter", description = "Most that is added to a delay; default 0.")
    private String jitter = "0";

    @Option(
            names = "--reorder",
            paramLabel = "P[,TIME]",
            description = "Share held back, and by how much (1ms), on the way there.")
    private String reorder = "0";

    @Option(names = "--duplicate", paramLabel = "P", description = "Share that arrives twice.")
    private String duplicate = "0";

    @Option(names = "--corrupt", paramLabel = "P", description = "Share with a bit flipped.")
    private String corrupt = "0";

    @Option(names = "--mtu", description = "Of both devices; default 1500.")
    private int mtu = 1500;

    @Option(names = "--seed", description = "Of everything random; default 1.")
    private long seed = 1;

    @Option(names = "--pcap", paramLabel = "FILE", description = "Write the wire packets.")
    private Path capture;

    /**
     * Returns the path.
     *
     * @throws IllegalArgumentException if something can't be read or is out of range
     */
    WanConfig config() {
        LinkConfig back = plain().loss(LossSpec.parse(reverseLoss)).build();
        LinkConfigBuilder there =
                plain().loss(lossThere())
                        .duplicate(Units.probability(duplicate))
                        .corrupt(Units.probability(corrupt));
        String[] held = reorder.split(",", 2);
        double share = Units.probability(held[0]);
        if (share > 0) {
            there.reorder(share, Units.timeNs(held.length > 1 ? held[1] : DEFAULT_REORDER_TIME));
        }
        if (between.get(0).equals(between.get(1))) {
            throw new IllegalArgumentException("--between needs two different namespaces");
        }
        return new WanConfig(
                between.get(0), between.get(1), there.build(), back, mtu, seed, capture);
    }

    private LinkConfigBuilder plain() {
        long rateBps = Units.rate(rate);
        RedMarking marking = RedMarking.parse(ecn);
        if (rateBps == LinkConfig.UNLIMITED && !marking.equals(RedMarking.NONE)) {
            throw new IllegalArgumentException(
                    "--ecn marks what leaves a queue, and --rate unlimited has none");
        }
        return LinkConfig.builder()
                .rate(rateBps)
                .framing(Framing.ETHERNET)
                .delay(Units.timeNs(delay))
                .jitter(Units.timeNs(jitter))
                .queue(queueBytes(rateBps))
                .marking(marking);
    }

    private LossSpec lossThere() {
        if (lossModel.equals("bernoulli")) {
            return LossSpec.parse(loss == null ? "none" : loss);
        }
        if (!LossSpec.namesModel(lossModel)) {
            throw new IllegalArgumentException(
                    "\"%s\" is no loss model; use bernoulli, ge:p,r,h or burst:GOOD,BAD,H"
                            .formatted(lossModel));
        }
        if (loss != null) {
            throw new IllegalArgumentException(
                    "%s says how much is lost; leave --loss out".formatted(lossModel));
        }
        return LossSpec.parse(lossModel);
    }

    private long queueBytes(long rateBps) {
        return QueueSize.bytes(queue, rateBps, LinkConfig.DEFAULT_QUEUE_BYTES);
    }
}
