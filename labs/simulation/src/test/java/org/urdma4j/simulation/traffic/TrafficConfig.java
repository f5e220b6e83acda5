package org.urdma4j.simulation.traffic;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.GilbertElliott;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.PathPolicy;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What a run of mixed traffic is made of, drawn from a seed.
 *
 * @param connections queue pairs between the two hosts that share the links
 * @param packetsEachWay sequence numbers to use in each direction, over all connections
 * @param crossesWrap whether the sequence numbers of every connection wrap, both ways
 * @param latestReceiveNs most that a receive is posted after it could have been
 * @param sendQueue send requests outstanding at most
 * @param receives receives posted at most
 * @param fec mode of forward error correction
 * @param rails pairs of addresses of the two hosts, each with links of its own
 * @param offer what both ends offer for the URDMA profile, null for the Standard profile
 */
record TrafficConfig(
        long seed,
        Mtu mtu,
        EngineConfig engine,
        LinkConfig there,
        LinkConfig back,
        int connections,
        int packetsEachWay,
        boolean crossesWrap,
        int timeout,
        int minRnrTimer,
        int maxReadAtomic,
        long rateKbps,
        long latestReceiveNs,
        int sendQueue,
        int receives,
        UrdmaOffer offer,
        String fec,
        int rails) {
    private static final int PACKETS_EACH_WAY = 2_600;

    /**
     * Of what others judge, who take long over each packet: with these, every kind of packet and
     * field is among them.
     */
    private static final int JUDGED_EACH_WAY = (int) Seeds.size(600, PACKETS_EACH_WAY);

    private static final int RETRIES = 7;
    private static final int WITHOUT_LIMIT = 7;

    /** Packets sent again for each one that is lost, on average, at most. */
    private static final double REPEATED_FOR_LOST = 6;

    /** Draws a run. Every fourth seed crosses the wrap. */
    static TrafficConfig random(long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        Mtu mtu = pick(random, Mtu.values());
        int window = 1 << random.nextInt(10);
        EngineConfig engine =
                new EngineConfig(
                        window,
                        (long) window * (mtu.bytes() / 2 + random.nextInt(mtu.bytes())),
                        1 << random.nextInt(8),
                        EngineConfig.DEFAULT.framingBytes());
        long rate = 1_000_000_000L * pick(random, new Integer[] {1, 10, 100});
        LinkConfig there = link(random, rate, window);
        LinkConfig back = link(random, rate, window);
        long roundTripNs = longest(there, mtu, window) + longest(back, mtu, window);
        return new TrafficConfig(
                seed,
                mtu,
                engine,
                there,
                back,
                1 + random.nextInt(3),
                PACKETS_EACH_WAY,
                seed % 4 == 0,
                timeoutAtLeast(roundTripNs + roundTripNs / (1 + random.nextInt(4))),
                1 + random.nextInt(14),
                1 + random.nextInt(8),
                random.nextBoolean() ? 0 : rate / 1000 / (1 + random.nextInt(4)),
                random.nextInt(3) == 0 ? 0 : random.nextLong(4 * roundTripNs),
                2 + random.nextInt(60),
                2 + random.nextInt(30),
                null,
                "off",
                1);
    }

    /** Returns the same under the URDMA profile, whose other numbers are drawn from the seed. */
    TrafficConfig urdma() {
        RandomGenerator random = new SplittableRandom(~seed);
        UrdmaOffer drawn =
                UrdmaOffer.builder()
                        .payloadBytes(mtu.bytes())
                        .sack(1 + random.nextInt(200), 1 + random.nextInt(2_000))
                        .fec(random.nextBoolean() ? 16 : 0)
                        .verificationTag(crossesWrap ? Psn.SPACE - 100 : Psn.SPACE / 2)
                        .receiveLimit(random.nextBoolean() ? 0 : UrdmaOffer.NO_LIMIT)
                        .build();
        EngineConfig unlimited =
                new EngineConfig(
                        Math.max(64, engine.maxInFlightPackets()),
                        EngineConfig.DEFAULT.maxInFlightBytes(),
                        engine.ackInterval(),
                        engine.framingBytes());
        String repair = pick(random, new String[] {"auto", "paper", "5,3", "1,1", "2d:3,4"});
        return with(mtu, unlimited, packetsEachWay, drawn, repair, 1);
    }

    private TrafficConfig with(
            Mtu mtu,
            EngineConfig engine,
            int packetsEachWay,
            UrdmaOffer offer,
            String fec,
            int rails) {
        return new TrafficConfig(
                seed,
                mtu,
                engine,
                there,
                back,
                connections,
                packetsEachWay,
                crossesWrap,
                timeout,
                minRnrTimer,
                maxReadAtomic,
                rateKbps,
                latestReceiveNs,
                sendQueue,
                receives,
                offer,
                fec,
                rails);
    }

    /** Returns the same with so many sequence numbers in each direction. */
    TrafficConfig packets(int each) {
        return with(mtu, engine, each, offer, fec, rails);
    }

    /** Returns the same as short as it is to be for others to judge. */
    TrafficConfig judged() {
        return packets(JUDGED_EACH_WAY);
    }

    /** Returns the same with no more payload in a packet. */
    TrafficConfig payload(int most) {
        int less = Math.min(most, offer.payloadBytes());
        return offer(offer.toBuilder().payloadBytes(less).build());
    }

    /**
     * Returns the same under the URDMA profile, with packets that grow to what the path carries.
     */
    TrafficConfig pathMtu() {
        TrafficConfig like = urdma();
        UrdmaOffer growing =
                like.offer.toBuilder().payloadBytes(Mtu.MTU_4096.bytes()).pathMtu(true).build();
        return with(Mtu.MTU_4096, like.engine, packetsEachWay, growing, like.fec, 1);
    }

    /** Returns the same with grants, by one of the two kinds of congestion control. */
    TrafficConfig granted() {
        return offer(offer.toBuilder().grants(true).build());
    }

    private TrafficConfig offer(UrdmaOffer another) {
        return with(mtu, engine, packetsEachWay, another, fec, rails);
    }

    /** Returns the same, under the URDMA profile, over two to four rails. */
    TrafficConfig severalPaths() {
        TrafficConfig like = urdma();
        UrdmaOffer several = like.offer.toBuilder().paths(true).build();
        String repair = seed % 3 == 0 ? like.fec : "off";
        return with(mtu, like.engine, packetsEachWay, several, repair, 2 + (int) (seed % 3));
    }

    /** Draws the link of a further rail: up to ten times as fast or slow, as long or short. */
    LinkConfig another(LinkConfig like, RandomGenerator random) {
        double faster = Math.pow(10, 2 * random.nextDouble() - 1);
        double longer = Math.pow(10, 2 * random.nextDouble() - 1);
        return LinkConfig.builder()
                .rate((long) (like.rateBps() * faster))
                .delay(1_000 + (long) (like.delayNs() * longer))
                .loss(loss(random, 0.05))
                .duplicate(random.nextDouble(0.03))
                .corrupt(random.nextDouble(0.02))
                .reorder(random.nextDouble(0.02), 1 + random.nextLong(200_000))
                .build();
    }

    private UrdmaPaths paths() {
        if (rails == 1) {
            return UrdmaPaths.OFF;
        }
        RandomGenerator random = new SplittableRandom(seed + 77);
        return UrdmaPaths.AUTO
                .withContainerBytes(1024 << random.nextInt(8))
                .withPolicy(pick(random, PathPolicy.values()))
                .withEntropies(1 + random.nextInt(3));
    }

    private static <T> T pick(RandomGenerator random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    private static LinkConfig link(RandomGenerator random, long rate, int window) {
        double share = Math.min(1, REPEATED_FOR_LOST / window / 0.09);
        LinkConfigBuilder builder =
                LinkConfig.builder()
                        .rate(rate)
                        .delay(1_000 + random.nextLong(2_000_000))
                        .loss(loss(random, share * 0.05))
                        .duplicate(random.nextDouble(0.03))
                        .corrupt(random.nextDouble(share * 0.02))
                        .reorder(random.nextDouble(share * 0.02), 1 + random.nextLong(200_000));
        int jitterNs = 1 + random.nextInt(100_000);
        return switch (random.nextInt(3)) {
            case 0 -> builder.build();
            case 1 -> builder.jitter(jitterNs).build();
            default -> builder.reorderingJitter(jitterNs / (10 * window)).build();
        };
    }

    /**
     * Independent or in bursts; short ones, or eight retries of a lone packet could all be lost.
     */
    private static LossSpec loss(RandomGenerator random, double most) {
        double mean = random.nextDouble(most);
        if (random.nextBoolean()) {
            return new Bernoulli(mean);
        }
        double leave = 0.6 + random.nextDouble(0.3);
        double enter = mean * leave / (1 - mean);
        return new GilbertElliott(enter, leave, 0.75, 0);
    }

    /** Returns the longest that a packet takes, if everybody's window waits before it. */
    private static long longest(LinkConfig link, Mtu mtu, int window) {
        long packetNs = (mtu.bytes() + 100) * 8_000_000_000L / link.rateBps();
        return link.delayNs() + link.jitterNs() + link.reorderNs() + 3L * (window + 2) * packetNs;
    }

    private static int timeoutAtLeast(long ns) {
        int code = 1;
        while (AckTimeout.nanos(code) < ns) {
            code++;
        }
        return code;
    }

    /** Returns the attributes of both ends. */
    QpAttr attributes() {
        QpAttr attributes =
                offer == null
                        ? new QpAttr()
                        : new QpAttr()
                                .urdmaOffer(offer)
                                .urdmaPeerOffer(offer)
                                .urdmaTuning(
                                        UrdmaTuning.builder()
                                                .congestionControl(control())
                                                .grantRate(seed % 3 == 0 ? 0 : there.rateBps())
                                                .fec(fec)
                                                .paperReports(seed % 5 == 0)
                                                .paths(paths())
                                                .build());
        return attributes
                .pathMtu(mtu)
                .timeout(timeout)
                .retryCnt(RETRIES)
                .rnrRetry(WITHOUT_LIMIT)
                .minRnrTimer(minRnrTimer)
                .maxRdAtomic(maxReadAtomic)
                .maxDestRdAtomic(maxReadAtomic)
                .rateLimit(rateKbps);
    }

    private CongestionControlType control() {
        if (!offer.grantsWith(offer)) {
            return CongestionControlType.RRCC;
        }
        return seed % 2 == 0 ? CongestionControlType.RRCC_GRANTS : CongestionControlType.GRANTS;
    }

    /** Draws where a direction of a connection starts, so that it wraps or does not. */
    int firstPsn(RandomGenerator random) {
        int used = packetsEachWay / connections;
        return crossesWrap
                ? Psn.SPACE - 1 - random.nextInt(used * 3 / 4)
                : Psn.SPACE / 4 + random.nextInt(Psn.SPACE / 4);
    }
}
