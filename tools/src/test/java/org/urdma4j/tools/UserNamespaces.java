package org.urdma4j.tools;

import static org.junit.jupiter.api.Assumptions.abort;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.urdma4j.tools.terminal.ThisJava;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Network namespaces of a user's own, among them {@code a} with 10.98.0.1 and {@code b} with
 * 10.98.0.2, both on {@code eth0}. Skips the test where there are none.
 */
public final class UserNamespaces implements AutoCloseable {
    private static final String MAKE =
            """
            mount -t tmpfs none /run &&
            for n in a b g h; do
                ip netns add $n && ip -n $n link set lo up || exit 1
            done &&
            """;

    private static final String CABLE =
            """
            ip -n a link add eth0 mtu 9000 type veth peer name eth0 mtu 9000 netns b &&
            """;

    /** From a to g, from g to h, from h to b. */
    private static final String CABLES =
            """
            ip -n a link add eth0 mtu 9000 type veth peer name in0 mtu 9000 netns g &&
            ip -n b link add eth0 mtu 9000 type veth peer name in0 mtu 9000 netns h &&
            ip -n g link add out0 mtu 9000 type veth peer name out0 mtu 9000 netns h &&
            for n in g h; do
                for i in in0 out0; do
                    ip -n $n link set $i addrgenmode none up || exit 1
                done
            done &&
            """;

    private static final String ADDRESSES =
            """
            ip -n a addr add 10.98.0.1/24 dev eth0 && ip -n a link set eth0 up &&
            ip -n b addr add 10.98.0.2/24 dev eth0 && ip -n b link set eth0 up &&
            echo made && exec sleep 1000
            """;

    private final Process holder;
    private final Map<String, CommandHost> hosts = new HashMap<>();

    private UserNamespaces(Process holder) {
        this.holder = holder;
    }

    /** Joins {@code a} and {@code b} by a cable. */
    public static UserNamespaces make() throws IOException {
        return make(MAKE + CABLE + ADDRESSES);
    }

    /**
     * Leaves room for two bridges between: {@code a}'s cable ends as {@code in0} in {@code g},
     * {@code b}'s as {@code in0} in {@code h}, and {@code out0} joins those two.
     */
    public static UserNamespaces chain() throws IOException {
        return make(MAKE + CABLES + ADDRESSES);
    }

    private static UserNamespaces make(String script) throws IOException {
        Process holder;
        String said;
        try {
            holder =
                    new ProcessBuilder("unshare", "-Urnm", "sh", "-c", script)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            said = holder.inputReader(UTF_8).readLine();
        } catch (IOException _) {
            return skip("no unshare (Debian: util-linux)");
        }
        if (!"made".equals(said)) {
            holder.destroyForcibly();
            return skip("no user namespace can be made here (unshare -Urnm)");
        }
        return new UserNamespaces(holder);
    }

    /** Skips the test where there is no libpcap. */
    public static void requireLibpcap() {
        Invocation without = Invocation.of("pcap", "capture", "-i", "none", "/dev/null");
        if (without.err().contains("libpcap can't be loaded")) {
            skip("no libpcap (Debian: libpcap0.8)");
        }
    }

    /** Skips the test, and says why. */
    public static UserNamespaces skip(String reason) {
        System.out.println("Skipped: " + reason);
        return abort(reason);
    }

    /** Starts a command in a namespace. */
    public CommandProcess urdma(String namespace, Object... arguments) throws Exception {
        List<String> command = new ArrayList<>(ThisJava.command());
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return start(namespace, command);
    }

    /** Starts any program in a namespace. */
    public CommandProcess start(String namespace, List<String> program) throws Exception {
        List<String> command = inside(namespace);
        command.addAll(program);
        return CommandProcess.start(command);
    }

    private List<String> inside(String namespace) {
        List<String> command = new ArrayList<>();
        command.add("nsenter");
        command.addAll(List.of("-t", String.valueOf(holder.pid()), "-U", "-n", "-m"));
        command.addAll(List.of("--preserve-credentials", "ip", "netns", "exec", namespace));
        return command;
    }

    /** Starts a command in the one JVM that is kept for that in a namespace. */
    public CommandHost.Command hosted(String namespace, Object... arguments) throws IOException {
        CommandHost host = hosts.get(namespace);
        if (host == null) {
            host = CommandHost.start(inside(namespace));
            hosts.put(namespace, host);
        }
        return host.run(arguments);
    }

    /** Starts one in a JVM of its own with more flags. */
    public CommandHost host(String namespace, String... flags) throws IOException {
        return CommandHost.start(inside(namespace), flags);
    }

    /** Has {@code b} ping {@code a} five times with 20,000 bytes. */
    public void ping(String... options) throws Exception {
        Object[] server =
                Stream.concat(Stream.of("rping", "-s", "-a", "10.98.0.1", "-d"), Stream.of(options))
                        .toArray();
        Object[] client =
                Stream.concat(
                                Stream.of(
                                        "rping", "-c", "-a", "10.98.0.1", "-C", "5", "-S", "20000"),
                                Stream.of(options))
                        .toArray();
        CommandHost.Command serving = hosted("a", server);
        serving.awaitLine(line -> line.contains("listen"));
        CommandHost.Command.endWell(hosted("b", client), serving);
    }

    @Override
    public void close() {
        hosts.values().forEach(CommandHost::close);
        holder.destroyForcibly();
    }
}
