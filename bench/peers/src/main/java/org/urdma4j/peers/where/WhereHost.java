package org.urdma4j.peers.where;

import org.urdma4j.lab.FlowJson;
import org.urdma4j.lab.host.Commands;
import org.urdma4j.lab.host.Ends;
import org.urdma4j.lab.host.LabHost;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Transfers in the lab's namespaces, each over a new pair of veth devices, and samples both ends
 * meanwhile.
 *
 * @param folder for stacks
 * @param omitS how long code is compiled before
 * @param timeS how long it is sampled
 */
record WhereHost(LabHost lab, Commands ours, Sampler sampler, Path folder, int omitS, int timeS) {
    private static final String NAME = "write";

    /** The transfer is there before it is sampled, and after. */
    private static final int MARGIN_S = 2;

    private static final long BESIDES_S = 60;

    WhereResult run(Point point) throws IOException, InterruptedException {
        BothEnds ends = new BothEnds(sampler, folder);
        CompletableFuture<BothEnds.Sampled> sampled = new CompletableFuture<>();
        Thread thread =
                Thread.startVirtualThread(() -> {
                    try {
                        String name = point.label().replaceAll("\\W+", "-");
                        sampled.complete(ends.sample(name, omitS, timeS));
                    } catch (InterruptedException e) {
                        sampled.completeExceptionally(
                                new IOException("the transfer ended before it was sampled", e));
                    } catch (IOException | RuntimeException e) {
                        sampled.completeExceptionally(e);
                    }
                });
        String printed;
        try {
            printed =
                    lab.runOverVeth(
                                    point.mtu(),
                                    new Ends(NAME, ours.server(0), client(point), false),
                                    omitS + timeS + BESIDES_S)
                            .clients()
                            .getFirst();
        } finally {
            thread.interrupt();
            thread.join();
        }
        try {
            BothEnds.Sampled seen = sampled.get();
            return new WhereResult(
                    point,
                    FlowJson.receivedBps(NAME, printed),
                    seen.ns(),
                    seen.sender(),
                    seen.receiver());
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        }
    }

    /** What counts of the transfer is what is sampled, give or take the margin. */
    private List<String> client(Point point) {
        List<String> command =
                new ArrayList<>(
                        ours.benchClient(Commands.RECEIVER, timeS + 2 * MARGIN_S, omitS, 0));
        if (!point.rate().isEmpty()) {
            command.addAll(List.of("--rate", point.rate()));
        }
        return command;
    }
}
