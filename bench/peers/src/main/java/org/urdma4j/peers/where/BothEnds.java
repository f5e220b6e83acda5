package org.urdma4j.peers.where;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Samples sender and receiver, which are processes below this one, at the same time.
 *
 * @param folder for files
 */
record BothEnds(Sampler sampler, Path folder) {
    private static final long APPEARS_S = 60;
    private static final long LOOK_MS = 100;

    /**
     * What was seen.
     *
     * @param ns how long
     */
    record Sampled(long ns, Samples sender, Samples receiver) {}

    /**
     * Samples for a while.
     *
     * @param omitS what passes before, from when there is a sender
     * @param name of the files
     */
    Sampled sample(String name, int omitS, int timeS) throws IOException, InterruptedException {
        long from = await("client");
        long to = await("server");
        TimeUnit.SECONDS.sleep(omitS);
        sampler.start(to);
        sampler.start(from);
        long startNs = System.nanoTime();
        TimeUnit.SECONDS.sleep(timeS);
        Path sent = folder.resolve(name + "-sender.txt");
        Path received = folder.resolve(name + "-receiver.txt");
        long ns = System.nanoTime() - startNs;
        sampler.stop(from, sent);
        sampler.stop(to, received);
        return new Sampled(
                ns,
                Samples.parse(Files.readAllLines(sent)),
                Samples.parse(Files.readAllLines(received)));
    }

    private static long await(String end) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(APPEARS_S);
        while (System.nanoTime() - deadline < 0) {
            var pid =
                    ProcessHandle.current()
                            .descendants()
                            .filter(process -> isBench(process, end))
                            .mapToLong(ProcessHandle::pid)
                            .findFirst();
            if (pid.isPresent()) {
                return pid.getAsLong();
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        throw new IOException("there is no bench %s to be sampled".formatted(end));
    }

    private static boolean isBench(ProcessHandle process, String end) {
        boolean java = process.info().command().filter(it -> it.endsWith("/java")).isPresent();
        List<String> words = List.of(process.info().arguments().orElse(new String[0]));
        return java && words.contains("bench") && words.contains(end);
    }
}
