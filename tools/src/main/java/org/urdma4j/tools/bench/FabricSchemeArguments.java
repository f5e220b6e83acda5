package org.urdma4j.tools.bench;

import org.urdma4j.leafspine.balance.LoadBalance;
import org.urdma4j.leafspine.run.Profile;
import org.urdma4j.leafspine.run.RateControl;
import org.urdma4j.leafspine.run.Scheme;
import org.urdma4j.simulation.units.Units;

import picocli.CommandLine.Option;

import java.util.List;

/** How it is sent, as it is written on the command line. */
final class FabricSchemeArguments {
    private static final List<Scheme> USUAL =
            List.of(
                    Scheme.BASELINE,
                    Scheme.standard(LoadBalance.GSE_LEAF, RateControl.DCQCN, false, 1),
                    Scheme.urdma(LoadBalance.GSE_HOST, RateControl.GRANTS));

    @Option(
            names = "--lb",
            description = {
                "ecmp, ecmp-polarised, flowlet, spray, adaptive, gse-leaf, gse-weights or",
                "gse-host.",
                "Without any of these options: gse-leaf and gse-host."
            })
    private String balance;

    @Option(
            names = "--cc",
            description = {
                "dcqcn, hpcc, timely, rrcc, grants or none;",
                "default dcqcn, of urdma grants."
            })
    private String control;

    @Option(
            names = "--profile",
            description = "standard or urdma; default what --lb and --cc need.")
    private String profile;

    @Option(names = "--pfc", description = "Switches stop senders instead of dropping packets.")
    private boolean pfc;

    @Option(names = "--qps", description = "Queue pairs for each pair of ranks; default 1.")
    private int qps = 1;

    @Option(
            names = "--container",
            description = "What goes one way, 4096 bytes to 1M; default 16K.")
    private String container = "16K";

    @Option(
            names = "--grants",
            paramLabel = "RATE",
            description = "What a port grants; default 0.99 of --link.")
    private String grants;

    private boolean given() {
        return balance != null
                || control != null
                || profile != null
                || pfc
                || qps != 1
                || grants != null
                || Units.bytes(container) != Scheme.CONTAINER;
    }

    /**
     * Returns what runs: the baseline first.
     *
     * @param linkBps rate of a NIC
     * @throws IllegalArgumentException if something can't be read, or run
     */
    List<Scheme> schemes(long linkBps) {
        if (!given()) {
            return USUAL;
        }
        Scheme one = scheme(linkBps);
        return one.equals(Scheme.BASELINE) ? List.of(one) : List.of(Scheme.BASELINE, one);
    }

    private Scheme scheme(long linkBps) {
        LoadBalance by =
                balance == null
                        ? LoadBalance.ECMP
                        : FabricNames.of("--lb", LoadBalance.values(), LoadBalance::label, balance);
        RateControl cc =
                control == null
                        ? null
                        : FabricNames.of("--cc", RateControl.values(), RateControl::label, control);
        boolean needsUrdma =
                by == LoadBalance.GSE_HOST || cc == RateControl.GRANTS || cc == RateControl.RRCC;
        Profile speaks =
                profile == null
                        ? needsUrdma ? Profile.URDMA : Profile.STANDARD
                        : FabricNames.of("--profile", Profile.values(), Profile::label, profile);
        if (cc == null) {
            cc = speaks == Profile.URDMA ? RateControl.GRANTS : RateControl.DCQCN;
        }
        double share = Scheme.GRANTED;
        if (grants != null) {
            long rate = Units.rate(grants);
            if (rate < 1 || rate > linkBps) {
                throw new IllegalArgumentException(
                        "--grants: %s is not above 0 and at most the port's %s"
                                .formatted(grants, Quantities.rate((double) linkBps)));
            }
            share = (double) rate / linkBps;
        }
        long bytes = Units.bytes(container);
        int whole = Math.clamp(bytes, 0, Integer.MAX_VALUE);
        return new Scheme(by, cc, speaks, pfc, qps, whole, share);
    }
}
