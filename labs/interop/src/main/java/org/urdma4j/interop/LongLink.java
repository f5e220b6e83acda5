package org.urdma4j.interop;

import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.interop.guest.Guest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A long, lossy link with gateways around it between the guest's network and one of its own, or
 * that of a second guest, by {@code urdma wan} and {@code urdma gateway}. Gone when it is closed.
 */
final class LongLink implements Between {
    private static final String FAR = "urdma-lr2";
    private static final String NEAR_GATEWAY = "urdma-lr2-a";
    private static final String FAR_GATEWAY = "urdma-lr2-b";
    private static final String NEAR_PORT = "urdma-lr2";
    private static final String BRIDGE = "urdma-br";
    private static final String DEVICE = "wan0";
    private static final String ADDRESS = "10.77.0.252";
    private static final String ADDRESS6 = "fd77::fc";
    private static final List<String> LINK =
            List.of("--rate", "1G", "--delay", "5ms", "--loss", "1%", "--reverse-loss", "1%");
    private static final int MOST_TRIES = 40;
    private static final long BETWEEN_TRIES_MS = 250;
    private static final long READY_S = 60;
    private static final long STOPPED_S = 20;

    private final Guest guest;
    private final boolean toAGuest;
    private final String near;
    private final String mtu;
    private final List<String> urdma;
    private final List<Subprocess> processes = new ArrayList<>();

    private LongLink(Guest guest, boolean toAGuest, List<String> urdma) {
        this.guest = guest;
        this.toAGuest = toAGuest;
        this.near = guest.of("namespace");
        this.mtu = guest.of("mtu");
        this.urdma = urdma;
    }

    /**
     * Makes the link.
     *
     * @param guest whose network is at its near end
     * @param urdma what starts the urdma command, without arguments
     */
    static LongLink open(Topology way, Guest guest, List<String> urdma)
            throws IOException, InterruptedException {
        LongLink link = new LongLink(guest, way == Topology.GATEWAYS_OF_GUESTS, urdma);
        try {
            link.clear();
            if (link.toAGuest) {
                link.betweenGuests(guest.of("second_namespace"));
                return link;
            }
            Subprocess.run("ip", "netns", "add", FAR);
            ip(FAR, "link set lo up");
            if (way == Topology.GATEWAYS) {
                link.inTheEmulator();
            } else {
                link.asProcesses();
            }
            link.resolve();
            return link;
        } catch (IOException | InterruptedException e) {
            link.close();
            throw e;
        }
    }

    private void betweenGuests(String far) throws IOException, InterruptedException {
        start(wan(near, far, List.of("--gateways", "copy")));
        for (String site : List.of(near, far)) {
            ip(site, "link set %s master %s".formatted(DEVICE, BRIDGE));
        }
    }

    private void inTheEmulator() throws IOException, InterruptedException {
        start(wan(near, FAR, List.of("--gateways", "copy")));
        ip(near, "link set %s master %s".formatted(DEVICE, BRIDGE));
        address(DEVICE);
    }

    private void asProcesses() throws IOException, InterruptedException {
        Subprocess.run("ip", "netns", "add", NEAR_GATEWAY);
        Subprocess.run("ip", "netns", "add", FAR_GATEWAY);
        start(wan(NEAR_GATEWAY, FAR_GATEWAY, List.of()));
        cable(NEAR_GATEWAY, near, NEAR_PORT);
        ip(near, "link set %s master %s".formatted(NEAR_PORT, BRIDGE));
        cable(FAR_GATEWAY, FAR, NEAR_PORT);
        address(NEAR_PORT);
        for (String namespace : List.of(NEAR_GATEWAY, FAR_GATEWAY)) {
            start(
                    List.of(
                            "gateway",
                            "--namespace",
                            namespace,
                            "--inside",
                            "in0",
                            "--outside",
                            DEVICE,
                            "--long-rtt",
                            "10ms",
                            "--json"));
        }
    }

    private void cable(String gateway, String other, String name)
            throws IOException, InterruptedException {
        ip(
                gateway,
                "link add in0 mtu %s type veth peer name %s mtu %s netns %s"
                        .formatted(mtu, name, mtu, other));
        ip(gateway, "link set in0 addrgenmode none up");
        ip(other, "link set %s up".formatted(name));
    }

    private static void address(String device) throws IOException, InterruptedException {
        ip(FAR, "addr add %s/24 dev %s".formatted(ADDRESS, device));
        ip(FAR, "addr add %s/64 dev %s nodad".formatted(ADDRESS6, device));
    }

    /**
     * Has both ends learn each other's link addresses: for a queue pair the guest's kernel gives up
     * after a second, in which the link may lose the question or its answer.
     */
    private void resolve() throws IOException, InterruptedException {
        for (String there : List.of(guest.of("guest"), guest.of("guest6"))) {
            for (int tries = 0; !isKnown(there); tries++) {
                if (tries == MOST_TRIES) {
                    throw new IOException(there + " isn't found over the long link");
                }
                // any datagram has the kernel ask, and who is asked learns from the question
                Subprocess.run(
                        "ip",
                        "netns",
                        "exec",
                        FAR,
                        "bash",
                        "-c",
                        "echo > /dev/udp/" + there + "/9");
                Thread.sleep(BETWEEN_TRIES_MS);
            }
        }
    }

    private static boolean isKnown(String there) throws IOException, InterruptedException {
        return Subprocess.run("ip", "-n", FAR, "neigh", "show", "to", there).contains("lladdr");
    }

    private List<String> wan(String from, String to, List<String> more) {
        List<String> command = new ArrayList<>(List.of("wan", "--between", from, to));
        command.addAll(LINK);
        command.addAll(List.of("--mtu", mtu, "--bare", "--json"));
        command.addAll(more);
        return command;
    }

    private void start(List<String> arguments) throws IOException, InterruptedException {
        Subprocess process =
                Subprocess.start(
                        arguments.getFirst(),
                        Stream.concat(urdma.stream(), arguments.stream()).toList());
        processes.add(process);
        process.awaitLine(line -> line.contains("\"ready\""), READY_S);
    }

    private static void ip(String namespace, String words)
            throws IOException, InterruptedException {
        Subprocess.run(("ip -n " + namespace + " " + words).split(" ", -1));
    }

    @Override
    public Guest guest() {
        return toAGuest ? guest : farEnd();
    }

    private Guest farEnd() {
        return guest.with(Map.of("far_namespace", FAR, "address", ADDRESS, "address6", ADDRESS6));
    }

    @Override
    public void close() throws IOException {
        try {
            for (Subprocess process : processes.reversed()) {
                process.ask();
                process.isOver(STOPPED_S * 1000);
                process.close();
            }
            clear();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // what is left the next link removes
        }
    }

    /** Removes what may be left of another run, too. */
    private void clear() throws InterruptedException {
        for (String namespace : List.of(FAR, NEAR_GATEWAY, FAR_GATEWAY)) {
            try {
                Subprocess.run("ip", "netns", "delete", namespace);
            } catch (IOException _) {
                // there is none
            }
        }
    }
}
