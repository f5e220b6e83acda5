package org.urdma4j.peers.echo;

import org.urdma4j.lab.host.Commands;
import org.urdma4j.lab.host.EchoPrograms;
import org.urdma4j.lab.latency.LatencyPlan;
import org.urdma4j.lab.latency.LatencyTurn;
import org.urdma4j.peers.end.JavaCommand;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The command lines of {@link EchoEnd}. */
public final class EchoEnds implements EchoPrograms {
    @Override
    public List<String> server(LatencyPlan plan, LatencyTurn turn) {
        return command(EchoEnd.SERVER, plan, turn);
    }

    @Override
    public List<String> client(LatencyPlan plan, LatencyTurn turn) {
        return command(EchoEnd.CLIENT, plan, turn);
    }

    private static List<String> command(String end, LatencyPlan plan, LatencyTurn turn) {
        EchoSpec spec =
                new EchoSpec(
                        new InetSocketAddress(Commands.RECEIVER, Commands.FIRST_PORT),
                        Duration.of(turn.busyPollUs(), ChronoUnit.MICROS),
                        plan.size(),
                        Duration.ofSeconds(plan.schedule().omitS()),
                        Duration.ofSeconds(plan.schedule().timeS()));
        List<String> words = new ArrayList<>(List.of(end));
        words.addAll(spec.words());
        return JavaCommand.of(EchoEnd.class, words);
    }
}
