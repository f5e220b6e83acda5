package org.urdma4j.lab.compare;

import org.urdma4j.lab.host.Commands;
import org.urdma4j.lab.host.Ends;
import org.urdma4j.measure.sim.Impairments;
import org.urdma4j.measure.spec.Operation;

import java.math.BigDecimal;
import java.util.List;

/** The command lines of a path in real time. */
final class RealRun {
    private RealRun() {}

    /** Returns what makes the path, but for the namespaces that it joins. */
    static List<String> wan(Commands commands, ComparedPath path) {
        Impairments with = path.impairments();
        return commands.with(
                "wan",
                "--rate",
                String.valueOf(path.rateBps()),
                "--delay",
                path.rttNs() / 2 + "ns",
                "--queue",
                String.valueOf(path.queueBytes()),
                "--loss",
                path.loss().text(),
                "--reverse-loss",
                with.reverseLoss().text(),
                "--jitter",
                with.jitterNs() + "ns",
                "--reorder",
                BigDecimal.valueOf(with.reorderShare()).toPlainString()
                        + ","
                        + with.reorderNs()
                        + "ns",
                "--mtu",
                String.valueOf(path.mtu()),
                "--seed",
                String.valueOf(path.seed()),
                "--json");
    }

    /** Returns the two ends; who READs is at the receiver's end. */
    static Ends ends(Commands commands, ComparedPath path, int timeS) {
        boolean reads = path.operation() == Operation.READ;
        List<String> client =
                commands.with(
                        "bench",
                        "client",
                        reads ? Commands.SENDER : Commands.RECEIVER,
                        "--port",
                        String.valueOf(Commands.FIRST_PORT),
                        "--op",
                        path.operation().label(),
                        "--mtu",
                        String.valueOf(path.payload()),
                        "--time",
                        String.valueOf(timeS),
                        "--omit",
                        String.valueOf(timeS),
                        "--json");
        client.addAll(commands.extra());
        return new Ends(path.operation().label(), commands.server(0), client, reads);
    }
}
