package org.urdma4j.simulation.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.urdma4j.simulation.fabric.Incast.LOSSLESS;
import static org.urdma4j.simulation.fabric.Incast.MS;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.host.SimulatedHost;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Wireshark reads the PFC frames of a switch from a capture beside the data that they stop. */
@Tag("oracle")
class PfcCaptureTest {
    @TempDir private Path folder;

    @Test
    void shouldShowPausesThatStopTheData() throws Exception {
        Path file = folder.resolve("sender.pcap");
        Incast incast = new Incast();
        FabricSwitch s =
                incast.fabric.addSwitch("s", SwitchConfig.builder().buffer(2 << 20).build());
        FabricPort port;
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            CableConfig cable = CableConfig.DEFAULT;
            SimulatedHost receiver = incast.host("r", s, cable);
            for (int i = 1; i <= 8; i++) {
                SimulatedHost sender = incast.host("s" + i, s, cable);
                if (i == 1) {
                    incast.fabric.port(sender).cable().captureAtSender(writer);
                    incast.fabric.port(sender).peer().cable().captureAtReceiver(writer);
                }
                incast.write(sender, receiver, LOSSLESS);
            }
            port = incast.fabric.port(incast.network.hosts().get(1)).peer();
            incast.run(MS);
        }
        List<String> pfc = tshark(file, "macc.opcode == 0x0101");
        assertThat(pfc.size())
                .isBetween((int) port.counters().pfcSent() - 2, (int) port.counters().pfcSent());
        assertThat(pfc).hasSizeGreaterThan(4);
        boolean stop = true;
        for (String line : pfc) {
            assertThat(line).startsWith("01:80:c2:00:00:01|60|0x0008|");
            assertThat(line).endsWith(stop ? "|65535|" : "|0|");
            stop = !stop;
        }
        assertThat(tshark(file, "_ws.malformed || macc.dst_address_invalid")).isEmpty();
        assertThat(tshark(file, "ip.dsfield.dscp == 24")).hasSizeGreaterThan(100);
    }

    private static List<String> tshark(Path file, String filter)
            throws IOException, InterruptedException {
        Process process;
        try {
            process =
                    new ProcessBuilder(
                                    "tshark",
                                    "-r",
                                    file.toString(),
                                    "-Y",
                                    filter,
                                    "-T",
                                    "fields",
                                    "-E",
                                    "separator=|",
                                    "-e",
                                    "eth.dst",
                                    "-e",
                                    "frame.len",
                                    "-e",
                                    "macc.cbfc.enbv",
                                    "-e",
                                    "macc.cbfc.pause_time.c3",
                                    "-e",
                                    "_ws.malformed")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
        } catch (IOException _) {
            System.out.println("Skipped: tshark is not installed (Debian: tshark)");
            return abort("tshark is not installed (Debian: tshark)");
        }
        try (var output = process.inputReader()) {
            List<String> lines = output.lines().toList();
            assertThat(process.waitFor()).isZero();
            return lines;
        }
    }
}
