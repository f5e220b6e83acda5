package org.urdma4j.leafspine.run;

import org.urdma4j.leafspine.balance.LoadBalance;

/**
 * How it is sent.
 *
 * @param balance how switches, or hosts, spread it
 * @param control how fast
 * @param profile what NICs speak
 * @param pfc whether switches stop senders instead of dropping packets
 * @param qps queue pairs for each pair of ranks, 1 to 64
 * @param containerBytes payload of a container: a packet to 1 MiB
 * @param grantShare of a port's rate that is granted, above 0 to 1
 */
public record Scheme(
        LoadBalance balance,
        RateControl control,
        Profile profile,
        boolean pfc,
        int qps,
        int containerBytes,
        double grantShare) {
    /** Of a container unless it is said. */
    public static final int CONTAINER = 16 << 10;

    /** Of a port's rate unless it is said. */
    public static final double GRANTED = 0.99;

    /** What all is compared with: RoCE over ECMP with DCQCN, without PFC, a queue pair a pair. */
    public static final Scheme BASELINE = standard(LoadBalance.ECMP, RateControl.DCQCN, false, 1);

    private static final int MAX_CONTAINER = 1 << 20;
    private static final int MAX_QPS = 64;

    public Scheme {
        require(
                containerBytes >= FabricOptions.MTU && containerBytes <= MAX_CONTAINER,
                "--container is a packet of %d bytes to 1M".formatted(FabricOptions.MTU));
        require(qps >= 1 && qps <= MAX_QPS, "--qps is 1 to " + MAX_QPS);
        require(
                grantShare > 0 && grantShare <= 1,
                "--grant-rate is above 0 and at most the port's rate");
        boolean urdma = profile == Profile.URDMA;
        require(urdma || balance != LoadBalance.GSE_HOST, "--lb gse-host needs --profile urdma");
        require(
                !urdma || !balance.isOfLeaves(),
                "--lb %s is for --profile standard: with urdma nothing need be sorted"
                        .formatted(balance.label()));
        require(urdma || control != RateControl.GRANTS, "--cc grants needs --profile urdma");
        require(urdma || control != RateControl.RRCC, "--cc rrcc needs --profile urdma");
        require(
                control != RateControl.HPCC || !balance.reorders(),
                "--cc hpcc needs one path for each queue pair, which --lb %s hasn't"
                        .formatted(balance.label()));
    }

    private static void require(boolean valid, String message) {
        if (!valid) {
            throw new IllegalArgumentException(message);
        }
    }

    public static Scheme standard(LoadBalance balance, RateControl control, boolean pfc, int qps) {
        return new Scheme(balance, control, Profile.STANDARD, pfc, qps, CONTAINER, GRANTED);
    }

    public static Scheme urdma(LoadBalance balance, RateControl control) {
        return new Scheme(balance, control, Profile.URDMA, false, 1, CONTAINER, GRANTED);
    }

    int containerPackets() {
        return Math.max(1, containerBytes / FabricOptions.MTU);
    }

    public String label() {
        StringBuilder name = new StringBuilder(balance.label()).append(' ');
        name.append(control.label()).append(profile == Profile.URDMA ? ", urdma" : "");
        if (pfc) {
            name.append(", pfc");
        }
        if (qps > 1) {
            name.append(", ").append(qps).append(" qps");
        }
        return name.toString();
    }
}
