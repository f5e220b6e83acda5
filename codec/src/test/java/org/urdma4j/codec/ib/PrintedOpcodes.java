package org.urdma4j.codec.ib;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The opcode table as it is printed, typed again so that the tests don't ask the code under test:
 * operation, transports, headers and payload in the order of the wire.
 */
final class PrintedOpcodes {
    private static final String TABLE =
            """
            00 RC,UC    SEND_FIRST                     payload
            01 RC,UC    SEND_MIDDLE                    payload
            02 RC,UC    SEND_LAST                      payload
            03 RC,UC    SEND_LAST_WITH_IMMEDIATE       ImmDt payload
            04 RC,UC,UD SEND_ONLY                      payload
            05 RC,UC,UD SEND_ONLY_WITH_IMMEDIATE       ImmDt payload
            06 RC,UC    RDMA_WRITE_FIRST               RETH payload
            07 RC,UC    RDMA_WRITE_MIDDLE              payload
            08 RC,UC    RDMA_WRITE_LAST                payload
            09 RC,UC    RDMA_WRITE_LAST_WITH_IMMEDIATE ImmDt payload
            0A RC,UC    RDMA_WRITE_ONLY                RETH payload
            0B RC,UC    RDMA_WRITE_ONLY_WITH_IMMEDIATE RETH ImmDt payload
            0C RC       RDMA_READ_REQUEST              RETH
            0D RC       RDMA_READ_RESPONSE_FIRST       AETH payload
            0E RC       RDMA_READ_RESPONSE_MIDDLE      payload
            0F RC       RDMA_READ_RESPONSE_LAST        AETH payload
            10 RC       RDMA_READ_RESPONSE_ONLY        AETH payload
            11 RC       ACKNOWLEDGE                    AETH
            12 RC       ATOMIC_ACKNOWLEDGE             AETH AtomicAckETH
            13 RC       COMPARE_SWAP                   AtomicETH
            14 RC       FETCH_ADD                      AtomicETH
            16 RC       SEND_LAST_WITH_INVALIDATE      IETH payload
            17 RC       SEND_ONLY_WITH_INVALIDATE      IETH payload
            1C RC       FLUSH                          FETH RETH
            1D RC       ATOMIC_WRITE                   RETH payload
            """;

    private static final Map<String, Integer> BASE = Map.of("RC", 0x00, "UC", 0x20, "UD", 0x60);

    private static final Map<String, Integer> LENGTH =
            Map.of(
                    "RETH",
                    16,
                    "AETH",
                    4,
                    "ImmDt",
                    4,
                    "IETH",
                    4,
                    "AtomicETH",
                    28,
                    "AtomicAckETH",
                    8,
                    "DETH",
                    8,
                    "FETH",
                    4,
                    "reserved",
                    16);

    /** An opcode; {@code headers} are those after the BTH. */
    record Printed(
            int opcode, String transport, String operation, List<String> headers, boolean payload) {
        String name() {
            return transport.isEmpty() ? operation : transport + "_" + operation;
        }

        int headerLength() {
            return 12 + headers.stream().mapToInt(LENGTH::get).sum();
        }

        int offset(String header) {
            int index = headers.indexOf(header);
            return index < 0
                    ? -1
                    : 12 + headers.subList(0, index).stream().mapToInt(LENGTH::get).sum();
        }
    }

    private PrintedOpcodes() {}

    static Map<Integer, Printed> all() {
        Map<Integer, Printed> all =
                TABLE.lines()
                        .flatMap(line ->
                                Arrays.stream(line.split(" +", 4)[1].split(",", -1))
                                        .map(transport -> printed(transport, line)))
                        .collect(Collectors.toMap(Printed::opcode, Function.identity()));
        all.put(0x81, new Printed(0x81, "", "CNP", List.of("reserved"), false));
        return all;
    }

    private static Printed printed(String transport, String line) {
        String[] columns = line.split(" +", 4);
        int opcode = BASE.get(transport) + Integer.parseInt(columns[0], 16);
        String following = (transport.equals("UD") ? "DETH " : "") + columns[3].strip();
        List<String> parts = List.of(following.split(" ", -1));
        boolean payload = parts.getLast().equals("payload");
        List<String> headers = payload ? parts.subList(0, parts.size() - 1) : parts;
        return new Printed(opcode, transport, columns[2], headers, payload);
    }
}
