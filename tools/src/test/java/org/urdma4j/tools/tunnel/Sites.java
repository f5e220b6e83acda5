package org.urdma4j.tools.tunnel;

import org.urdma4j.tools.CommandHost;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.UserNamespaces;
import org.urdma4j.tools.terminal.ThisJava;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Two gateways a and b, 10.98.0.1 and 2, joined by a cable, and behind them the sites g and h,
 * where the TAP devices are: 10.97.0.1 and 2.
 */
final class Sites implements AutoCloseable {
    static final String SITE_A = "10.97.0.1";
    static final String SITE_B = "10.97.0.2";

    private static final String TAP = "tap0";

    final UserNamespaces net = UserNamespaces.make();
    private final Path folder;

    /** The cable shows cells as they would be on a wire. */
    Sites(Path folder) throws Exception {
        this.folder = folder;
        for (String gateway : List.of("a", "b")) {
            run(gateway, "ip link set eth0 mtu 1500 gso_max_segs 1");
        }
    }

    void run(String namespace, String command) throws Exception {
        try (CommandProcess process = net.start(namespace, List.of(command.split(" ", -1)))) {
            process.endWell();
        }
    }

    private Path key(int which) throws IOException {
        byte[] bytes = new byte[32];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (which * 0x51 + i * 0x37 + 0x80);
        }
        Path file = Files.write(folder.resolve("key" + which), bytes);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Starts the end of a that listens, and waits until it is ready. */
    CommandProcess listening(int key, String... more) throws Exception {
        return end("a", "g", SITE_A, key, Stream.concat(words("--listen 10.98.0.1"), of(more)));
    }

    /** Starts the end of b. */
    CommandProcess asking(int key, String... more) throws Exception {
        return end("b", "h", SITE_B, key, Stream.concat(words("--to 10.98.0.1"), of(more)));
    }

    private static Stream<String> words(String text) {
        return Stream.of(text.split(" ", -1));
    }

    private static Stream<String> of(String... words) {
        return Stream.of(words);
    }

    /** What it says of errors is among its output. */
    private CommandProcess end(
            String gateway, String site, String address, int key, Stream<String> more)
            throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$0\" \"$@\" 2>&1"));
        command.addAll(ThisJava.command());
        command.addAll(List.of("tunnel", "--tap", TAP, "--namespace", site, "--json"));
        command.addAll(List.of("--crypto", "libcrypto", "--protect", "psk:" + key(key)));
        more.forEach(command::add);
        CommandProcess process = net.start(gateway, command);
        process.awaitLine(line -> line.contains("\"ready\""));
        run(site, "ip addr add %s/24 dev %s".formatted(address, TAP));
        return process;
    }

    static void awaitOtherEnd(CommandProcess... ends) throws IOException {
        for (CommandProcess end : ends) {
            end.awaitSaid(line -> line.contains("the other end is there"));
        }
    }

    /** Moves bytes from h to g; RDMA slower than the tunnel, as it has no control of its own. */
    void move(String protocol) throws Exception {
        CommandHost.Command serving = net.hosted("g", "bench", "server", "--once");
        serving.awaitLine(line -> line.contains("4791"));
        CommandHost.Command asking =
                net.hosted(
                        "h",
                        "bench",
                        "client",
                        SITE_A,
                        "--protocol",
                        protocol,
                        "-i",
                        "0",
                        "-n",
                        "2M",
                        "-l",
                        "64K",
                        protocol.equals("tcp") ? "--bidir" : "--rate=30M");
        CommandHost.Command.endWell(asking, serving);
    }

    /** Returns what an end said last, after Ctrl-C. */
    static JsonNode last(CommandProcess process) throws Exception {
        Invocation ended = process.interrupt();
        JsonNode line =
                JsonMapper.shared()
                        .readTree(
                                ended.out()
                                        .lines()
                                        .filter(one -> one.startsWith("{\"event\":\"end\""))
                                        .findFirst()
                                        .orElseThrow(() -> new AssertionError(ended.out())));
        return line.get("data");
    }

    @Override
    public void close() {
        net.close();
    }
}
