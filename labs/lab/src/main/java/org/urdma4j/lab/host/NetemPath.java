package org.urdma4j.lab.host;

import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.PathResult;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.Bursts;
import org.urdma4j.simulation.loss.GilbertElliott;
import org.urdma4j.simulation.loss.LossSpec;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * A pair of veth devices with the kernel's netem on each. Super-packets of TCP are turned off, so
 * that loss hits packets one by one; those of UDP can't be.
 */
final class NetemPath implements LabPath {
    /** What netem doesn't count of a frame: preamble 8, frame check sequence 4, gap 12. */
    private static final int UNCOUNTED_FRAMING = 24;

    private static final int FRAMING = 38;
    private static final double BITS_PER_BYTE = 8;
    private static final double NS = 1e9;

    private final Namespaces namespaces;
    private final LabCell cell;
    private VethPair pair;

    NetemPath(Namespaces namespaces, LabCell cell) {
        this.namespaces = namespaces;
        this.cell = cell;
    }

    /**
     * Makes sure that the kernel has netem.
     *
     * @throws IOException if not
     */
    static void require(Namespaces namespaces) throws IOException, InterruptedException {
        try {
            Subprocess.run(
                    "tc", "-n", namespaces.sender(), "qdisc", "add", "dev", "lo", "root", "netem");
            Subprocess.run("tc", "-n", namespaces.sender(), "qdisc", "del", "dev", "lo", "root");
        } catch (IOException e) {
            throw new IOException(
                    "this kernel has no netem, or tc is missing: leave out --netem; the lab then"
                            + " uses urdma wan",
                    e);
        }
    }

    @Override
    public void open() throws IOException, InterruptedException {
        // super-packets of TCP would be lost as a whole
        pair = new VethPair(namespaces, cell.mtu(), "gso_max_segs", "1");
        Subprocess.run(netem(namespaces.sender(), cell, cell.loss()).toArray(String[]::new));
        Subprocess.run(netem(namespaces.receiver(), cell, LossSpec.NONE).toArray(String[]::new));
    }

    /** Returns the command that puts half of the path before what leaves a namespace. */
    static List<String> netem(String namespace, LabCell cell, LossSpec loss) {
        List<String> command = new ArrayList<>(List.of("tc", "-n", namespace, "qdisc", "add"));
        command.addAll(List.of("dev", VethPair.DEVICE, "root", "netem"));
        command.addAll(List.of("delay", cell.delayNs() / 1000 + "us"));
        command.addAll(loss(loss));
        command.addAll(List.of("rate", cell.rateBps() + "bit", String.valueOf(UNCOUNTED_FRAMING)));
        command.addAll(List.of("limit", String.valueOf(limit(cell))));
        return command;
    }

    private static List<String> loss(LossSpec loss) {
        return switch (loss) {
            case Bernoulli(double p) -> List.of("loss", "random", percent(p));
            case GilbertElliott(double p, double r, double h, double g) ->
                    List.of("loss", "gemodel", percent(p), percent(r), rest(h), percent(g));
            case Bursts _ ->
                    throw new IllegalArgumentException(
                            "netem has no bursts by time: leave out --netem, or use ge:p,r,h");
            default -> List.of();
        };
    }

    private static String percent(double share) {
        return percent(BigDecimal.valueOf(share));
    }

    private static String rest(double share) {
        return percent(BigDecimal.ONE.subtract(BigDecimal.valueOf(share)));
    }

    private static String percent(BigDecimal share) {
        return share.movePointRight(2).toPlainString() + "%";
    }

    /** Netem's limit is in packets and covers those under way as well as those that wait. */
    private static long limit(LabCell cell) {
        double packetsPerNs = cell.rateBps() / BITS_PER_BYTE / (cell.mtu() + FRAMING) / NS;
        return Math.max(1, Math.round(packetsPerNs * (cell.delayNs() + cell.queueNs())));
    }

    /** The kernel's own work is charged to nobody. */
    @Override
    public long cpuNs() {
        return 0;
    }

    @Override
    public PathResult close() throws IOException, InterruptedException {
        if (pair != null) {
            pair.delete();
            pair = null;
        }
        return PathResult.UNKNOWN;
    }
}
