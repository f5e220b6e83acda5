package org.urdma4j.simulation.gateway;

import org.urdma4j.codec.ib.Psn;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.gateway.packet.LossReports;
import org.urdma4j.simulation.host.SimulatedGateway;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a seed stands for, the same for a path with gateways and one without.
 *
 * @param queuePairs all with the same first sequence number
 * @param receiveNs when receives are posted
 * @param fates what becomes of the gateways
 */
record Plan(
        LinkConfig there,
        LinkConfig back,
        LinkConfig local,
        GatewayConfig gateways,
        int queuePairs,
        int firstPsn,
        List<Request> requests,
        long receiveNs,
        List<Fate> fates) {
    /** A request of so many packets. */
    record Request(WrOpcode opcode, int packets) {}

    /** A gateway ends, or starts anew. */
    record Fate(boolean left, boolean restarts, long atNs) {
        void schedule(LongPath path, GatewayConfig config) {
            SimulatedGateway gateway = left ? path.left : path.right;
            GatewayConfig next = config.toBuilder().bootId((int) atNs).build();
            path.network
                    .time()
                    .schedule(atNs, restarts ? () -> gateway.restart(next) : gateway::close);
        }
    }

    static Plan of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < Requests.PIECES; i++) {
            requests.add(new Request(opcode(random), 1 + random.nextInt(32)));
        }
        LinkConfig lossy = LongPath.LOCAL.toBuilder().loss(LossSpec.parse("1%")).build();
        return new Plan(
                impaired(LongPath.LONG, random),
                impaired(LongPath.LONG, random),
                random.nextInt(4) == 0 ? lossy : LongPath.LOCAL,
                gateways(random),
                random.nextInt(4) == 0 ? 3 : 1,
                random.nextBoolean() ? Psn.SPACE - 1 - random.nextInt(60) : random.nextInt(1 << 24),
                requests,
                random.nextInt(3) == 0 ? random.nextLong(20_000_000) : 0,
                fates(random));
    }

    private static WrOpcode opcode(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> WrOpcode.RDMA_READ;
            case 2, 3 -> WrOpcode.SEND;
            case 4 -> WrOpcode.ATOMIC_FETCH_AND_ADD;
            default -> WrOpcode.RDMA_WRITE;
        };
    }

    private static GatewayConfig gateways(SplittableRandom random) {
        GatewayConfig.Builder config = LongPath.copying();
        switch (random.nextInt(8)) {
            case 0 -> config.pools(8 << 10, 8 << 10, 8 << 10);
            case 1 -> config.pools(0, 0, 1 << 20);
            case 2, 3 -> config.copyBytes(0);
            case 4 -> config.reorderBytes(0).copyBytes(0).reports(LossReports.UNFILTERED);
            case 5 -> config.packets(5).maxFlows(2);
            default -> {}
        }
        return config.build();
    }

    private static List<Fate> fates(SplittableRandom random) {
        List<Fate> fates = new ArrayList<>();
        int count = Math.max(0, random.nextInt(6) - 3);
        for (int i = 0; i < count; i++) {
            fates.add(
                    new Fate(
                            random.nextBoolean(),
                            random.nextBoolean(),
                            random.nextLong(40_000_000)));
        }
        return fates;
    }

    private static LinkConfig impaired(LinkConfig link, SplittableRandom random) {
        LinkConfigBuilder builder = link.toBuilder();
        switch (random.nextInt(4)) {
            case 0 -> builder.loss(LossSpec.parse("1%"));
            case 1 -> builder.loss(LossSpec.parse("5%"));
            case 2 -> builder.loss(LossSpec.parse("ge:0.01,0.6"));
            default -> {}
        }
        if (random.nextInt(3) == 0) {
            builder.reorder(0.02, 1 + random.nextLong(300_000));
        }
        if (random.nextInt(3) == 0) {
            builder.duplicate(0.02);
        }
        if (random.nextInt(3) == 0) {
            builder.corrupt(0.01);
        }
        if (random.nextInt(5) == 0) {
            builder.blackout(random.nextLong(20_000_000), 1 + random.nextLong(10_000_000));
        }
        return builder.build();
    }

    /**
     * Runs it to its end, and returns how long it took.
     *
     * @param hasGateways whether there are any
     */
    long run(long seed, boolean hasGateways) {
        return run(
                new LongPath(seed, hasGateways ? gateways : null, there, back, local), hasGateways);
    }

    /**
     * Runs it to its end with losses that depend on packets alone, and without reordering and
     * duplicates; returns how long it took.
     *
     * @param hasGateways whether there are any
     */
    long runWithSameLosses(long seed, boolean hasGateways) {
        LongPath path =
                new LongPath(
                        seed,
                        hasGateways ? gateways : null,
                        SameLosses.without(there),
                        SameLosses.without(back),
                        SameLosses.without(local));
        SameLosses.on(path.there, seed, there);
        SameLosses.on(path.back, seed, back);
        for (var link : List.of(path.out, path.in, path.outBack, path.inBack)) {
            SameLosses.on(link, seed, local);
        }
        return run(path, hasGateways);
    }

    private long run(LongPath path, boolean hasGateways) {
        for (int i = 0; i < queuePairs; i++) {
            Requests pair = path.connect(firstPsn);
            requests.forEach(request -> pair.post(request.opcode(), request.packets()));
        }
        path.network.time().schedule(receiveNs, () -> path.all.forEach(Requests::receive));
        if (hasGateways) {
            fates.forEach(fate -> fate.schedule(path, gateways));
        }
        path.finish();
        long tookNs = path.tookNs();
        path.close();
        return tookNs;
    }
}
