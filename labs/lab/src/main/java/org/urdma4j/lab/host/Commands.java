package org.urdma4j.lab.host;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.lab.FlowKind;
import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabPlan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The command lines of a run's processes.
 *
 * @param urdma what starts the urdma command, without arguments
 * @param extra more options for the clients of urdma flows
 * @param both more options for both ends of urdma flows
 * @param iperf3 whether iperf3 carries the flows of TCP, which costs it less, and not {@code urdma
 *     bench}
 */
public record Commands(List<String> urdma, List<String> extra, List<String> both, boolean iperf3) {
    /** Address of the sender's end of the path. */
    public static final String SENDER = "10.77.0.1";

    /** Address of the receiver's end of the path. */
    public static final String RECEIVER = "10.77.0.2";

    /** Port of the first flow. */
    public static final int FIRST_PORT = 4791;

    /** From the port of a flow to that of the next: keys may be agreed on over the one between. */
    private static final int PORTS = 2;

    /** Round trips that a timer of go-back-N waits at least, as in the simulator. */
    private static final int ROUND_TRIPS = 4;

    public Commands {
        urdma = List.copyOf(urdma);
        extra = List.copyOf(extra);
        both = List.copyOf(both);
    }

    /** Returns what makes the path of a cell, but for the namespaces that it joins. */
    List<String> wan(LabCell cell, long seed) {
        return with(
                "wan",
                "--rate",
                String.valueOf(cell.rateBps()),
                "--delay",
                cell.delayNs() + "ns",
                "--loss",
                cell.loss().text(),
                "--queue",
                cell.queueNs() + "ns",
                "--mtu",
                String.valueOf(cell.mtu()),
                "--seed",
                String.valueOf(seed),
                "--json");
    }

    /** Returns what makes each rail of a cell, but for the namespaces that it joins. */
    List<List<String>> wans(LabCell cell, long seed) {
        List<List<String>> commands = new ArrayList<>();
        for (int i = 0; i < cell.rails().rails().size(); i++) {
            List<String> command = new ArrayList<>(wan(cell.rail(i), seed + 1000L * i));
            command.addAll(
                    List.of("--rail", String.valueOf(i), "--commands", "--interval", "100ms"));
            commands.add(command);
        }
        return commands;
    }

    private static String paths(LabCell cell) {
        return IntStream.range(0, cell.rails().rails().size())
                .mapToObj("10.77.%1$d.1-10.77.%1$d.2"::formatted)
                .collect(Collectors.joining(","));
    }

    /** Returns the receiving end of the flow with this place in the mix. */
    public List<String> server(int flow) {
        return with("bench", "server", "--once", "--port", port(flow));
    }

    List<String> server(FlowKind kind, int flow) {
        if (iperf3 && kind.tcp()) {
            return iperf3Server(flow);
        }
        return kind.tcp() || kind.standard() ? server(flow) : urdmaServer(flow);
    }

    public List<String> urdmaServer(int flow) {
        List<String> command = new ArrayList<>(server(flow));
        command.addAll(both);
        return command;
    }

    /** Returns the receiving end of iperf3. */
    static List<String> iperf3Server(int flow) {
        return List.of("iperf3", "--server", "--one-off", "--forceflush", "--port", port(flow));
    }

    /** Returns the sending end of iperf3. */
    static List<String> iperf3(int timeS, int omitS, String congestion, int flow) {
        return List.of(
                "iperf3",
                "--client",
                RECEIVER,
                "--port",
                port(flow),
                "--time",
                String.valueOf(timeS),
                "--omit",
                String.valueOf(omitS),
                "--congestion",
                congestion,
                "--json");
    }

    /** Returns the client of a flow, as far as it hangs on no protocol. */
    public List<String> benchClient(String server, int timeS, int omitS, int flow) {
        return with(
                "bench",
                "client",
                server,
                "--port",
                port(flow),
                "--time",
                String.valueOf(timeS),
                "--omit",
                String.valueOf(omitS),
                "--json");
    }

    /** Returns the sending end of the flow with this place in the mix. */
    List<String> client(LabPlan plan, LabCell cell, FlowKind kind, int flow) {
        if (iperf3 && kind.tcp()) {
            return iperf3(plan.timeS(), plan.omitS(), kind.congestion(), flow);
        }
        List<String> command =
                new ArrayList<>(benchClient(RECEIVER, plan.timeS(), plan.omitS(), flow));
        command.addAll(options(kind, cell));
        return command;
    }

    /** All but urdma have the first rail alone. */
    private List<String> options(FlowKind kind, LabCell whole) {
        boolean first = !whole.rails().isEmpty() && (kind.tcp() || kind.standard());
        LabCell cell = first ? whole.rail(0) : whole;
        if (kind.tcp()) {
            return List.of("--protocol", "tcp", "--tcp-cc", kind.congestion());
        }
        if (kind.standard()) {
            return List.of(
                    "--profile",
                    "standard",
                    "--rate",
                    String.valueOf(cell.rateBps()),
                    "--timeout",
                    String.valueOf(timeout(cell)));
        }
        List<String> options = new ArrayList<>(List.of("--profile", "urdma"));
        if (!cell.rails().isEmpty()) {
            options.addAll(List.of("--paths", paths(cell)));
        }
        options.addAll(both);
        options.addAll(extra);
        if (kind.paper()) {
            options.add("--paper");
        }
        return options;
    }

    /** Returns the code of the shortest timer that isn't shorter than four round trips. */
    static int timeout(LabCell cell) {
        return AckTimeout.codeOf(ROUND_TRIPS * (cell.rttNs() + cell.queueNs()));
    }

    static String port(int flow) {
        return String.valueOf(FIRST_PORT + PORTS * flow);
    }

    public List<String> with(String... arguments) {
        List<String> command = new ArrayList<>(urdma);
        command.addAll(List.of(arguments));
        return command;
    }
}
