package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.netty.channel.epoll.Epoll;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.transport.port.pipeline.UdpBatches;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * What the kernel makes of our batches: real packets, captured in a network namespace whose
 * loopback has the kernel segment in software, with the IP headers that no socket shows.
 */
@Tag("oracle")
@Timeout(120)
class OnTheWireTest {
    private static final String PREPARE =
            "ip link set lo up && ethtool -K lo tx-udp-segmentation off";

    @TempDir private Path folder;

    @Test
    void shouldHaveTheRightIcrcOnEveryPacket() throws Exception {
        require(Epoll.isAvailable(), "this machine has no epoll");
        require(
                exitStatus("dumpcap", "--version") == 0,
                "dumpcap is not installed (Debian: wireshark-common)");
        require(
                inNamespace(PREPARE) == 0,
                "no network namespace can be made, or ip and ethtool are not installed"
                        + " (Debian: iproute2, ethtool)");
        Path file = folder.resolve("wire.pcapng");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String transfer =
                "%s --enable-native-access=ALL-UNNAMED -cp '%s' %s '%s'"
                        .formatted(
                                java,
                                System.getProperty("java.class.path"),
                                WireTransfer.class.getName(),
                                file);
        assertThat(inNamespace(PREPARE + " && exec " + transfer)).isZero();
        check(file);
    }

    private static void require(boolean met, String reason) {
        if (!met) {
            System.out.println("Skipped: " + reason);
            abort(reason);
        }
    }

    private static void check(Path file) throws IOException {
        RoceFrame frame = new RoceFrame();
        Icrc icrc = new Icrc();
        Map<Encapsulation, Integer> packets = new EnumMap<>(Encapsulation.class);
        TreeSet<Integer> identifications = new TreeSet<>();
        try (CaptureReader reader = CaptureReader.open(file)) {
            for (CaptureRecord r = reader.next(); r != null; r = reader.next()) {
                LinkLayer link = LinkLayer.ofCapture(r.linkType()).orElseThrow();
                FrameStatus status = frame.wrap(r.bytes(), 0, r.capturedLength(), link);
                assertThat(status).isEqualTo(FrameStatus.OK);
                assertThat(Icrc.get(frame.buffer(), frame.icrcOffset()))
                        .as("ICRC of %s", frame)
                        .isEqualTo(icrc.over(frame));
                packets.merge(frame.encapsulation(), 1, Integer::sum);
                if (frame.encapsulation() == Encapsulation.ROCE_V2_IPV4) {
                    identifications.add(Ipv4.identification(frame.buffer(), frame.networkOffset()));
                }
            }
        }
        // Far fewer than were sent: a capture that is stopped may lack the end.
        assertThat(packets.get(Encapsulation.ROCE_V2_IPV4)).isGreaterThan(1000);
        assertThat(packets.get(Encapsulation.ROCE_V2_IPV6)).isGreaterThan(200);
        assertThat(identifications.first()).isZero();
        assertThat(identifications.last()).isEqualTo(UdpBatches.MAX_PACKETS - 1);
    }

    /** Runs a command as root of a namespace that has nothing but a loopback of its own. */
    private static int inNamespace(String command) throws InterruptedException {
        return exitStatus("unshare", "--user", "--map-root-user", "--net", "sh", "-c", command);
    }

    private static int exitStatus(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                System.out.println(String.join(" ", command) + "\n" + output);
            }
            return status;
        } catch (IOException e) {
            System.out.println(e.getMessage());
            return -1;
        }
    }
}
