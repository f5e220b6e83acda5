package org.urdma4j.tools.wan.tap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code ip} of iproute2 in the namespace of the calling thread. */
final class IpCommand {
    private IpCommand() {}

    /**
     * Runs it with the words of {@code arguments}.
     *
     * @throws IOException if it isn't installed or says that something is wrong
     */
    static void run(String arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments.split(" ")));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new IOException("can't run \"ip\"; install iproute2", e);
        }
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException("\"ip %s\" failed: %s".formatted(arguments, said));
        }
    }
}
