package org.urdma4j.tools.wan;

import org.urdma4j.fec.FecMode;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.simulation.link.Framing;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.link.QueueSize;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.terminal.GatewayArguments;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanGateways;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The path as it is written on the command line. */
final class WanArguments {
    private static final String DEFAULT_REORDER_TIME = "1ms";
    private static final String DEFAULT_FEC = "8,1";

    @Option(
            names = "--between",
            arity = "2",
            required = true,
            paramLabel = "NS",
            description = "The two network namespaces, by name or path.")
    private List<String> between;

    @Option(
            names = "--rate",
            description = "Of each direction, framing included, or unlimited; default 1G.")
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
            description =
                    "Drop-tail, before each transmitter: 1bdp, 0.5bdp, a time or bytes; default 20ms.")
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

    @Option(names = "--mtu", description = "Of both devices, 1280 to 65521; default 1500.")
    private int mtu = 1500;

    @Option(names = "--seed", description = "Of everything random; default 1.")
    private long seed = 1;

    @Option(names = "--pcap", paramLabel = "FILE", description = "Write the wire packets.")
    private Path capture;

    @Option(
            names = "--rail",
            paramLabel = "N",
            description = "One of several paths, to 255: wanN, 10.77.N.1 and .2; default 0.")
    private int rail;

    @Option(names = "--bare", description = "Devices without addresses, to be bridged.")
    private boolean bare;

    @Option(
            names = "--gateways",
            paramLabel = "SCHEME",
            description = {
                "Gateways around the link: lr2 asks senders again,",
                "copy sends copies, fec parities, too (8,1 if",
                "--fec says nothing else); default none."
            })
    private String scheme = "none";

    @Mixin private GatewayArguments gateway;

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
                between.get(0),
                between.get(1),
                there.build(),
                back,
                mtu,
                seed,
                capture,
                bare,
                gateways(back),
                rail);
    }

    /** Sizes them by what may be under way: what flies both ways, and what waits in a queue. */
    private Optional<WanGateways> gateways(LinkConfig link) {
        if (scheme.equals("none")) {
            if (gateway.isGiven()) {
                throw new IllegalArgumentException(
                        "sizes of gateways need --gateways lr2, copy or fec");
            }
            return Optional.empty();
        }
        if (!Set.of("lr2", "copy", "fec").contains(scheme)) {
            throw new IllegalArgumentException(
                    "--gateways knows none, lr2, copy and fec, not \"%s\"".formatted(scheme));
        }
        if (link.rateBps() == LinkConfig.UNLIMITED) {
            throw new IllegalArgumentException("--gateways need a --rate to size their pools by");
        }
        if (scheme.equals("lr2") && gateway.copies()) {
            throw new IllegalArgumentException("--copy-pool is for --gateways copy; lr2 has none");
        }
        long rttNs = 2 * link.delayNs();
        long queuedNs = (long) (link.queueBytes() * (double) Byte.SIZE / link.rateBps() * 1e9);
        GatewayConfig like = gateway.config(link.rateBps(), rttNs, rttNs + queuedNs, mtu);
        GatewayConfig.Builder sized = like.toBuilder();
        if (scheme.equals("lr2")) {
            sized.copyBytes(0);
        } else if (scheme.equals("fec") && !gateway.hasFec()) {
            sized.fec(FecMode.parse(DEFAULT_FEC));
        }
        return Optional.of(new WanGateways(scheme, sized.build()));
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
        return QueueSize.bytes(
                queue, rateBps, 2 * Units.timeNs(delay), LinkConfig.DEFAULT_QUEUE_BYTES);
    }
}
