package org.urdma4j.tools.wan;

import org.urdma4j.gateway.process.Subprocess;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Two hosts at MTU 9000 with two routers between them, whose link has 1500 or another: four
 * namespaces of a test's own, gone after it.
 */
final class RoutedPath {
    /** Address of the host that asks. */
    static final String CLIENT = "10.79.1.1";

    /** Address of the host that is asked. */
    static final String SERVER = "10.79.3.2";

    private static final String[] ROLES = {"a", "r", "q", "b"};

    private final String prefix = "urdma-r%d-".formatted(ProcessHandle.current().pid());

    static RoutedPath make() throws Exception {
        RoutedPath path = new RoutedPath();
        for (String role : ROLES) {
            NamespacePair.require(
                    NamespacePair.status("ip", "netns", "add", path.name(role)) == 0,
                    "no network namespace can be made: not root, or no ip (Debian: iproute2)");
        }
        path.link("a", "r", 9000, 1);
        path.link("r", "q", 1500, 2);
        path.link("q", "b", 9000, 3);
        path.ip("a", "route add default via 10.79.1.2");
        path.ip("b", "route add default via 10.79.3.1");
        path.ip("r", "route add 10.79.3.0/24 via 10.79.2.2");
        path.ip("q", "route add 10.79.1.0/24 via 10.79.2.1");
        for (String router : List.of("r", "q")) {
            path.in(router, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward");
        }
        return path;
    }

    private void link(String from, String to, int mtu, int number)
            throws IOException, InterruptedException {
        String left = "l" + number;
        String right = "r" + number;
        run(
                "ip link add %s mtu %d netns %s type veth peer name %s netns %s"
                        .formatted(left, mtu, name(from), right, name(to)));
        ip(to, "link set %s mtu %d".formatted(right, mtu));
        ip(from, "addr add 10.79.%d.1/24 dev %s".formatted(number, left));
        ip(to, "addr add 10.79.%d.2/24 dev %s".formatted(number, right));
        ip(from, "link set %s up".formatted(left));
        ip(to, "link set %s up".formatted(right));
    }

    /** Makes the link between the routers as wide as that, from now on. */
    void carry(int mtu) throws IOException, InterruptedException {
        ip("r", "link set l2 mtu " + mtu);
        ip("q", "link set r2 mtu " + mtu);
    }

    /** Has the kernel of host a know what the way to the other host carries. */
    void tellOf(int mtu) throws IOException, InterruptedException {
        ip("a", "route change default via 10.79.1.2 mtu " + mtu);
    }

    /** Lets a router do something to packets, as nft(8) has it. */
    void rules(String router, String... rules) throws IOException, InterruptedException {
        NamespacePair.require(
                NamespacePair.status("nft", "--version") == 0,
                "nft is not installed (Debian: nftables)");
        in(router, "nft", String.join("; ", rules));
    }

    /** Lets a router that keeps track of flows forget one of UDP that is silent for so long. */
    void forget(String router, Duration after) throws IOException, InterruptedException {
        for (String which : List.of("udp_timeout", "udp_timeout_stream")) {
            String file = "/proc/sys/net/netfilter/nf_conntrack_" + which;
            in(router, "sh", "-c", "echo %d > %s".formatted(after.toSeconds(), file));
        }
    }

    /** Lets no router say that a packet was too long. */
    void withoutIcmp() throws IOException, InterruptedException {
        rules(
                "r",
                "add table ip quiet",
                "add chain ip quiet out { type filter hook output priority 0; }",
                "add rule ip quiet out icmp type destination-unreachable drop");
    }

    /** Lets them say so again. */
    void withIcmp() throws IOException, InterruptedException {
        rules("r", "delete table ip quiet");
    }

    /** Takes back all rules, and has the hosts forget what they were told of the path. */
    void reset() throws InterruptedException {
        for (String router : List.of("r", "q")) {
            NamespacePair.status("ip", "netns", "exec", name(router), "nft", "flush", "ruleset");
        }
        for (String host : List.of("a", "b")) {
            NamespacePair.status("ip", "-n", name(host), "route", "flush", "cache");
        }
    }

    private void ip(String role, String arguments) throws IOException, InterruptedException {
        run("ip -n " + name(role) + " " + arguments);
    }

    private static void run(String command) throws IOException, InterruptedException {
        Subprocess.run(command.split(" ", -1));
    }

    private void in(String role, String... command) throws IOException, InterruptedException {
        Subprocess.run(inside(role, List.of(command)).toArray(String[]::new));
    }

    /** Returns the command in a namespace: a and b are the hosts, r and q the routers. */
    List<String> inside(String role, List<String> command) {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", name(role)));
        all.addAll(command);
        return all;
    }

    /** Returns the namespace of a role. */
    String name(String role) {
        return prefix + role;
    }

    void remove() throws InterruptedException {
        for (String role : ROLES) {
            NamespacePair.status("ip", "netns", "del", name(role));
        }
    }
}
