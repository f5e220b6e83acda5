package org.urdma4j.lab.host;

import org.urdma4j.lab.coexist.CoexistCell;
import org.urdma4j.lab.coexist.CoexistPlan;

import java.util.ArrayList;
import java.util.List;

/** The command lines of flows beside each other of which every tenth of a second is recorded. */
record CoexistCommands(Commands commands, CoexistPlan plan) {
    private static final String INTERVAL_S = "0.1";
    private static final String READINGS = "50ms";

    /** Returns what makes the path, but for the namespaces that it joins. */
    List<String> wan(CoexistCell cell) {
        List<String> wan = new ArrayList<>(commands.wan(cell.path(), 1));
        wan.addAll(List.of("--interval", READINGS));
        return wan;
    }

    Ends ours(CoexistCell cell) {
        List<String> client =
                bench(0, plan.oursS(cell), "--profile", "urdma", "--cc", plan.control());
        client.addAll(commands.both());
        client.addAll(commands.extra());
        return new Ends("urdma", commands.urdmaServer(0), client, false);
    }

    List<Ends> rivals(CoexistCell cell) {
        List<Ends> rivals = new ArrayList<>();
        for (int flow = 1; flow <= cell.rivals(); flow++) {
            rivals.add(commands.iperf3() ? iperf3(cell, flow) : tcp(cell, flow));
        }
        return rivals;
    }

    /** The client receives, since who receives knows what arrived and when. */
    private Ends iperf3(CoexistCell cell, int flow) {
        List<String> client =
                List.of(
                        "iperf3",
                        "--client",
                        Commands.SENDER,
                        "--port",
                        Commands.port(flow),
                        "--reverse",
                        "--time",
                        String.valueOf(plan.rivalsS(cell)),
                        "--interval",
                        INTERVAL_S,
                        "--congestion",
                        cell.rival(),
                        "--json");
        return new Ends(cell.kind().name(), commands.server(cell.kind(), flow), client, true);
    }

    private Ends tcp(CoexistCell cell, int flow) {
        List<String> client =
                bench(flow, plan.rivalsS(cell), "--protocol", "tcp", "--tcp-cc", cell.rival());
        return new Ends(cell.kind().name(), commands.server(flow), client, false);
    }

    private List<String> bench(int flow, int seconds, String... more) {
        List<String> command =
                new ArrayList<>(
                        commands.with(
                                "bench",
                                "client",
                                Commands.RECEIVER,
                                "--port",
                                Commands.port(flow),
                                "--time",
                                String.valueOf(seconds),
                                "--omit",
                                "0",
                                "--interval",
                                INTERVAL_S,
                                "--json"));
        command.addAll(List.of(more));
        return command;
    }
}
