package org.urdma4j.peers.echo;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One end of an echo, as {@link org.urdma4j.lab.host.EchoPrograms} wants it. */
public final class EchoEnd {
    static final String SERVER = "server";
    static final String CLIENT = "client";

    private static final String READY = "ready";

    /** What a server waits for its client beyond what that measures. */
    private static final Duration BESIDES = Duration.ofSeconds(60);

    private EchoEnd() {}

    /** Which end it is, and the words of a spec. */
    public static void main(String[] args) {
        List<String> words = List.of(args);
        try {
            EchoSpec spec = EchoSpec.parse(words.subList(Math.min(1, words.size()), words.size()));
            if (words.getFirst().equals(SERVER)) {
                serve(spec);
            } else {
                System.out.println(EchoClient.run(spec, EchoClient.TIMEOUT).json());
            }
            System.exit(0);
        } catch (IOException | RuntimeException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        } catch (InterruptedException _) {
            System.exit(1);
        }
    }

    private static void serve(EchoSpec spec) throws IOException, InterruptedException {
        try (EchoServer server = new EchoServer(spec.server(), spec.busyPoll(), _ -> true)) {
            System.out.println(READY);
            server.serve(spec.omit().plus(spec.time()).plus(BESIDES));
        }
    }
}
