package org.urdma4j.lab.host;

import org.urdma4j.gateway.process.Subprocess;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A pair of veth devices that joins the namespaces, an address on each. */
final class VethPair {
    static final String DEVICE = "wan0";

    private final Namespaces namespaces;

    /**
     * Makes the devices and sets them up.
     *
     * @param mtu of both, bytes
     * @param more options of {@code ip link set} for both
     */
    VethPair(Namespaces namespaces, int mtu, String... more)
            throws IOException, InterruptedException {
        this.namespaces = namespaces;
        String a = namespaces.sender();
        String b = namespaces.receiver();
        Subprocess.run(
                "ip", "link", "add", DEVICE, "netns", a, "type", "veth", "peer", "name", DEVICE,
                "netns", b);
        try {
            bringUp(a, Commands.SENDER, mtu, more);
            bringUp(b, Commands.RECEIVER, mtu, more);
        } catch (IOException | InterruptedException e) {
            delete();
            throw e;
        }
    }

    private static void bringUp(String namespace, String address, int mtu, String... more)
            throws IOException, InterruptedException {
        Subprocess.run("ip", "-n", namespace, "addr", "add", address + "/24", "dev", DEVICE);
        List<String> command = new ArrayList<>(List.of("ip", "-n", namespace, "link", "set"));
        command.addAll(List.of(DEVICE, "mtu", String.valueOf(mtu)));
        command.addAll(List.of(more));
        command.add("up");
        Subprocess.run(command.toArray(String[]::new));
    }

    /** Deletes both. */
    void delete() throws IOException, InterruptedException {
        Subprocess.run("ip", "-n", namespaces.sender(), "link", "del", DEVICE);
    }
}
