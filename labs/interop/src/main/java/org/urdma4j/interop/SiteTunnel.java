package org.urdma4j.interop;

import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.interop.guest.Guest;
import org.urdma4j.interop.play.Outcome;
import org.urdma4j.protection.credentials.PrivateFile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tunnel between the networks of two guests, by two {@code urdma tunnel} in namespaces of their
 * own with a cable between, of which everything is captured. Gone when it is closed.
 */
final class SiteTunnel implements Between {
    private static final String NEAR = "urdma-gate-a";
    private static final String FAR = "urdma-gate-b";
    private static final String NEAR_ADDRESS = "10.76.0.1";
    private static final String FAR_ADDRESS = "10.76.0.2";
    private static final String DEVICE = "wan0";
    private static final String TAP = "urdma-tunnel";
    private static final String BRIDGE = "urdma-br";
    private static final int KEY_BYTES = 32;
    private static final long READY_S = 60;
    private static final long STOPPED_MS = 20_000;

    /** Little enough for two emulated guests beside it, and for a capture. */
    private static final String RATE = "constant:30M";

    private final Guest guests;
    private final List<String> urdma;
    private final Path capture;
    private final Path key;
    private final List<Subprocess> processes = new ArrayList<>();

    private SiteTunnel(Guest guests, List<String> urdma, Path folder) {
        this.guests = guests;
        this.urdma = urdma;
        capture = folder.resolve("tunnel-outside.pcap");
        key = folder.resolve("tunnel.key");
    }

    /**
     * Makes the tunnel; both ends have found each other.
     *
     * @param guests that are up, with the second
     * @param urdma what starts the urdma command, without arguments
     * @param folder for the capture
     */
    static SiteTunnel open(Guest guests, List<String> urdma, Path folder)
            throws IOException, InterruptedException {
        SiteTunnel tunnel = new SiteTunnel(guests, urdma, folder);
        try {
            tunnel.clear();
            tunnel.makeKey();
            tunnel.cable();
            tunnel.capture();
            tunnel.start(NEAR, guests.of("namespace"), "--listen", NEAR_ADDRESS);
            tunnel.start(FAR, guests.of("second_namespace"), "--to", NEAR_ADDRESS);
            for (Subprocess end : tunnel.processes.subList(1, tunnel.processes.size())) {
                end.awaitLine(line -> line.contains("\"connected\":true"), READY_S);
            }
            return tunnel;
        } catch (IOException | InterruptedException e) {
            tunnel.close();
            throw e;
        }
    }

    private void makeKey() throws IOException {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        bytes[0] = (byte) 0xff; // random bytes might look like text
        Files.deleteIfExists(key);
        try (OutputStream out = PrivateFile.append(key, "key file")) {
            out.write(bytes);
        }
    }

    /** One packet of the kernel's is one on the cable, as a capture shall see it. */
    private void cable() throws IOException, InterruptedException {
        Subprocess.run("ip", "netns", "add", NEAR);
        Subprocess.run("ip", "netns", "add", FAR);
        ip(NEAR, "link add %s type veth peer name %s netns %s".formatted(DEVICE, DEVICE, FAR));
        for (String gate : List.of(NEAR, FAR)) {
            ip(gate, "link set %s mtu 1500 gso_max_segs 1 addrgenmode none".formatted(DEVICE));
            String own = gate.equals(NEAR) ? NEAR_ADDRESS : FAR_ADDRESS;
            ip(gate, "addr add %s/24 dev %s".formatted(own, DEVICE));
            ip(gate, "link set lo up");
            ip(gate, "link set %s up".formatted(DEVICE));
        }
    }

    private void capture() throws IOException, InterruptedException {
        List<String> said = new ArrayList<>();
        Subprocess tcpdump =
                Subprocess.start(
                        "tcpdump",
                        Stream.concat(
                                        in(FAR),
                                        Stream.of(
                                                "sh",
                                                "-c",
                                                "exec tcpdump -Z root -i \"$0\" -B 65536 -U -w"
                                                        + " \"$1\" 2>&1",
                                                DEVICE,
                                                capture.toString()))
                                .toList(),
                        said::add,
                        said::add);
        processes.add(tcpdump);
        tcpdump.awaitLine(line -> line.contains("listening on"), READY_S);
    }

    private void start(String gate, String site, String... where)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(in(gate).toList());
        command.addAll(urdma);
        command.addAll(List.of("tunnel", "--tap", TAP, "--namespace", site));
        command.addAll(List.of(where));
        command.addAll(List.of("--mtu", guests.of("mtu"), "--queue", "4M", "--shape", RATE));
        command.addAll(List.of("--protect", "psk:" + key, "--interval", "500ms", "--json"));
        Subprocess end = Subprocess.start("tunnel", command);
        processes.add(end);
        end.awaitLine(line -> line.contains("\"ready\""), READY_S);
        ip(site, "link set %s master %s".formatted(TAP, BRIDGE));
    }

    private static Stream<String> in(String namespace) {
        return Stream.of("ip", "netns", "exec", namespace);
    }

    private static void ip(String namespace, String words)
            throws IOException, InterruptedException {
        Subprocess.run(("ip -n " + namespace + " " + words).split(" ", -1));
    }

    @Override
    public Guest guest() {
        return guests;
    }

    /** Whether there was anything outside but cells of one length. */
    @Override
    public Optional<Outcome> check() throws InterruptedException {
        stop();
        String text;
        boolean passed = false;
        try {
            OutsideCapture outside = OutsideCapture.read(capture);
            text = outside.toString();
            passed = outside.isEven();
        } catch (IOException e) {
            text = e.getMessage();
        }
        return Optional.of(new Outcome("tunnel-outside", "both", "4", "", passed, 0, text));
    }

    private void stop() throws InterruptedException {
        for (Subprocess process : processes.reversed()) {
            process.ask();
            process.isOver(STOPPED_MS);
            process.close();
        }
        processes.clear();
    }

    @Override
    public void close() throws IOException {
        try {
            stop();
            clear();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // what is left the next tunnel removes
        }
        Files.deleteIfExists(key);
    }

    /** Removes what may be left of another run, too. */
    private void clear() throws InterruptedException {
        for (String namespace : List.of(NEAR, FAR)) {
            try {
                Subprocess.run("ip", "netns", "delete", namespace);
            } catch (IOException _) {
                // there is none
            }
        }
    }
}
