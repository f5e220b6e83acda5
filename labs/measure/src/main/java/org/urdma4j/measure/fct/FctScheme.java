package org.urdma4j.measure.fct;

import org.urdma4j.fec.FecMode;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.gateway.packet.LossReports;

import java.util.Locale;

/** What recovers the losses. */
public enum FctScheme {
    /** Nothing but the hosts' go-back-N. */
    GBN,
    /** The gateway makes the host go back; nothing is held, nothing filtered. */
    SLR,
    /** Copies at the gateway, nothing held: go-back-N between gateways. */
    NETRT,
    /** The paper's: packets behind a hole are held, and the host fills it through a filter. */
    LR2,
    /**
     * The same with the paper's pools, whatever the link, its two registers, and what is missing
     * before all that waits for the link.
     */
    LR2_PAPER,
    /** Packets behind a hole are held, and it is filled from a copy. */
    COPY,
    /** The same, and parities over consecutive packets of all flows. */
    FEC,
    /** Selective retransmission by the hosts: URDMA at a fixed rate, without gateways. */
    SR;

    /** One parity for eight packets: two lost of nine are rare where it is to help. */
    private static final FecMode GROUPS = FecMode.parse("8,1");

    /** Of the paper's testbed: some 1 MB for the long link's, 50 KB for the local product. */
    private static final long REORDER_BYTES = 1_000_000;

    private static final long BACKUP_BYTES = 50_000;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public boolean hasGateways() {
        return this != GBN && this != SR;
    }

    /** Returns whether what follows a lost packet is sent again over the long link. */
    boolean goesBack() {
        return this == GBN || this == SLR || this == NETRT || this == LR2_PAPER;
    }

    /**
     * Returns what the gateways are made with.
     *
     * @param rttNs between them
     */
    GatewayConfig gateways(long rateBps, long rttNs, int bootId) {
        long bdp = (long) (rateBps / 8e9 * rttNs);
        GatewayConfig.Builder all =
                GatewayConfig.builder(bootId).bdp(bdp).longRttNs(rttNs).rateBps(rateBps);
        switch (this) {
            case SLR -> all.reorderBytes(0).copyBytes(0).reports(LossReports.UNFILTERED);
            case NETRT -> all.reorderBytes(0);
            case LR2 -> all.copyBytes(0);
            case LR2_PAPER ->
                    all.pools(REORDER_BYTES, BACKUP_BYTES, 0).reports(LossReports.REGISTERS);
            case FEC -> all.fec(GROUPS);
            default -> {}
        }
        return all.build();
    }
}
