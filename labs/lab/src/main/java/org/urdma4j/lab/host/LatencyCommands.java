package org.urdma4j.lab.host;

import org.urdma4j.lab.latency.Asker;
import org.urdma4j.lab.latency.LatencyPlan;
import org.urdma4j.lab.latency.LatencyTurn;

import java.util.ArrayList;
import java.util.List;

/** The command lines of both ends of a turn; the client stands at the sender's end. */
record LatencyCommands(Commands commands, LatencyPlan plan, EchoPrograms echo) {
    private static final int FLOW = 0;

    Ends of(LatencyTurn turn) {
        Asker asker = turn.asker();
        if (asker == Asker.ECHO) {
            return new Ends(asker.label(), echo.server(plan, turn), echo.client(plan, turn), false);
        }
        List<String> server = new ArrayList<>(commands.server(FLOW));
        List<String> client =
                new ArrayList<>(
                        commands.benchClient(
                                Commands.RECEIVER,
                                plan.schedule().timeS(),
                                plan.schedule().omitS(),
                                FLOW));
        client.addAll(List.of("--profile", asker.profile(), "--op", asker.operation()));
        client.addAll(List.of("--latency", "--size", String.valueOf(plan.size())));
        for (List<String> end : List.of(server, client)) {
            end.addAll(List.of("--busy-poll", turn.busyPollUs() + "us"));
        }
        return new Ends(asker.label(), server, client, false);
    }
}
