package org.urdma4j.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.testing.CaptureFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What is read from the packets against what the endpoints logged. */
class CapturedOperationsTest {
    private static final Pattern OPERATION = Pattern.compile("\\{('op':.*?)}");
    private static final Pattern FIELD = Pattern.compile("'(\\w+)': '?(\\w+)'?");
    private static final Pattern FETCHED = Pattern.compile("A got (\\p{XDigit}{16})");

    @ParameterizedTest
    @ValueSource(strings = {"golden-rc-v4", "golden-uc-v4", "golden-ud-v4"})
    void shouldReadTheOperationsThatWereLogged(String name) throws IOException {
        List<Map<String, String>> logged =
                OPERATION.matcher(log(name)).results().map(CapturedOperationsTest::fields).toList();
        assertThat(logged).isNotEmpty();
        assertThat(operations(name)).isEqualTo(logged);
    }

    @Test
    void shouldReadTheValuesThatAtomicsFetched() throws IOException {
        List<Long> logged =
                FETCHED.matcher(log("golden-rc-v4"))
                        .results()
                        .map(match -> Long.parseUnsignedLong(match.group(1), 16))
                        .map(Long::reverseBytes)
                        .toList();
        List<Long> read = new ArrayList<>();
        for (TransportPacket packet : packets("golden-rc-v4")) {
            if (packet.has(Opcode.ATOMIC_ACK_ETH)) {
                read.add(packet.originalData());
            }
        }
        assertThat(read).hasSize(3).isEqualTo(logged);
    }

    private static String log(String name) throws IOException {
        return Files.readString(Path.of("src/test/resources/captures", name + ".log"));
    }

    /** The fields of an operation but those that don't go over the wire. */
    private static Map<String, String> fields(MatchResult operation) {
        Map<String, String> fields = new TreeMap<>();
        FIELD.matcher(operation.group(1))
                .results()
                .forEach(field -> fields.put(field.group(1), field.group(2)));
        fields.remove("off");
        return fields;
    }

    /** Puts the requests of a capture together, in the words of the log. */
    private static List<Map<String, String>> operations(String name) throws IOException {
        List<Map<String, String>> operations = new ArrayList<>();
        long length = 0;
        for (TransportPacket packet : packets(name)) {
            if (packet.has(Opcode.REQUEST)) {
                if (packet.has(Opcode.START)) {
                    operations.add(new TreeMap<>());
                    length = 0;
                }
                length += packet.payloadLength();
                add(operations.getLast(), packet, length);
            }
        }
        return operations;
    }

    private static void add(Map<String, String> operation, TransportPacket packet, long length) {
        if (packet.has(Opcode.START)) {
            operation.put("op", operationName(packet));
        }
        if (packet.has(Opcode.RETH) || packet.has(Opcode.ATOMIC_ETH)) {
            operation.put("raddr", Long.toUnsignedString(packet.virtualAddress()));
            operation.put("rkey", Integer.toUnsignedString(packet.rKey()));
        }
        if (packet.has(Opcode.ATOMIC)) {
            boolean add = packet.opcode() == Opcode.RC_FETCH_ADD;
            operation.put(add ? "add" : "swap", Long.toUnsignedString(packet.swapAdd()));
            if (!add) {
                operation.put("cmp", Long.toUnsignedString(packet.compare()));
            }
        } else if (packet.has(Opcode.END)) {
            long bytes = packet.has(Opcode.READ) ? packet.dmaLength() : length;
            operation.put("len", Long.toString(bytes));
        }
        if (packet.has(Opcode.IMMEDIATE)) {
            operation.compute("op", (_, op) -> op + "_imm");
            operation.put("imm", Integer.toUnsignedString(packet.immediate()));
        }
        if (packet.has(Opcode.INVALIDATE)) {
            operation.compute("op", (_, op) -> op + "_inv");
            operation.put("inv", Integer.toUnsignedString(packet.invalidateRkey()));
        }
        if (packet.solicited()) {
            operation.put("sol", "1");
        }
    }

    private static String operationName(TransportPacket packet) {
        if (packet.has(Opcode.SEND)) {
            return "send";
        } else if (packet.has(Opcode.WRITE)) {
            return "write";
        } else if (packet.has(Opcode.READ)) {
            return "read";
        }
        return packet.opcode() == Opcode.RC_FETCH_ADD ? "faa" : "cas";
    }

    private static List<TransportPacket> packets(String name) throws IOException {
        List<TransportPacket> packets = new ArrayList<>();
        for (RoceFrame frame : CaptureFiles.roceFrames(name + ".pcap")) {
            TransportPacket packet = new TransportPacket();
            packet.wrap(frame.buffer(), frame.transportOffset(), frame.transportLength());
            packets.add(packet);
        }
        return packets;
    }
}
