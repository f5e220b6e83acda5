package org.urdma4j.codec.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.PrintedOpcodes.Printed;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/** All 256 opcodes against the printed table. */
class OpcodeTest {
    private static final Map<Integer, Printed> PRINTED = PrintedOpcodes.all();

    private static final Map<String, IntUnaryOperator> OFFSETS =
            Map.of(
                    "FETH", Opcode::fethOffset,
                    "DETH", Opcode::dethOffset,
                    "RETH", Opcode::rethOffset,
                    "AtomicETH", Opcode::atomicEthOffset,
                    "AETH", Opcode::aethOffset,
                    "AtomicAckETH", Opcode::atomicAckEthOffset,
                    "ImmDt", Opcode::immediateOffset,
                    "IETH", Opcode::iethOffset,
                    "reserved", Opcode::cnpOffset);

    @Test
    void shouldKnowThePrintedOpcodesAndNoOthers() {
        assertThat(PRINTED).hasSize(25 + 12 + 2 + 1);
        for (int opcode = 0; opcode < 256; opcode++) {
            assertThat(Opcode.known(opcode)).isEqualTo(PRINTED.containsKey(opcode));
            assertThat(Opcode.manufacturer(opcode)).isEqualTo(opcode >= 0xc0);
        }
    }

    @Test
    void shouldNameEveryOpcode() {
        for (int opcode = 0; opcode < 256; opcode++) {
            Printed printed = PRINTED.get(opcode);
            String unknown = opcode < 0xc0 ? "UNKNOWN_0x%02X" : "MANUFACTURER_0x%02X";
            assertThat(Opcode.name(opcode))
                    .isEqualTo(printed == null ? unknown.formatted(opcode) : printed.name());
        }
    }

    @Test
    void shouldHaveAConstantForEachName() throws IllegalAccessException {
        Map<String, Integer> expected = new TreeMap<>();
        PRINTED.values().forEach(printed -> expected.put(printed.name(), printed.opcode()));
        Map<String, Integer> constants = new TreeMap<>();
        for (Field field : Opcode.class.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers())
                    && field.getName().matches("(RC|UC|UD)_.+|CNP")) {
                constants.put(field.getName(), field.getInt(null));
            }
        }
        assertThat(constants).isEqualTo(expected);
    }

    @Test
    void shouldPlaceEveryHeader() {
        for (int opcode = 0; opcode < 256; opcode++) {
            Printed printed = PRINTED.get(opcode);
            assertThat(Opcode.headerLength(opcode))
                    .as(Opcode.name(opcode))
                    .isEqualTo(printed == null ? 12 : printed.headerLength());
            for (var offset : OFFSETS.entrySet()) {
                assertThat(offset.getValue().applyAsInt(opcode))
                        .as("%s of %s", offset.getKey(), Opcode.name(opcode))
                        .isEqualTo(printed == null ? -1 : printed.offset(offset.getKey()));
            }
        }
    }

    @Test
    void shouldFlagEveryOpcode() {
        for (int opcode = 0; opcode < 256; opcode++) {
            Printed printed = PRINTED.get(opcode);
            assertThat(flagNames(Opcode.flags(opcode)))
                    .as(Opcode.name(opcode))
                    .isEqualTo(printed == null ? "" : expectedFlags(printed));
        }
    }

    @Test
    void shouldLookUpByTheLowEightBits() {
        assertThat(Opcode.flags(0x104)).isEqualTo(Opcode.flags(4));
        assertThat(Opcode.name((byte) 0x81)).isEqualTo("CNP");
        assertThat(Opcode.headerLength(-1)).isEqualTo(12);
    }

    /** What the operation's name and headers say, in the order of the flags' names. */
    private static String expectedFlags(Printed printed) {
        String name = printed.operation();
        Map<String, Boolean> flags = new TreeMap<>();
        boolean response = name.contains("RESPONSE") || name.contains("ACKNOWLEDGE");
        boolean only =
                !name.contains("FIRST") && !name.contains("MIDDLE") && !name.contains("LAST");
        boolean cnp = name.equals("CNP");
        flags.put("START", !cnp && (only || name.contains("FIRST")));
        flags.put("MIDDLE", name.contains("MIDDLE"));
        flags.put("END", !cnp && (only || name.contains("LAST")));
        flags.put("SEND", name.startsWith("SEND"));
        flags.put("WRITE", name.startsWith("RDMA_WRITE"));
        flags.put("READ", name.equals("RDMA_READ_REQUEST"));
        flags.put("READ_RESPONSE", name.startsWith("RDMA_READ_RESPONSE"));
        flags.put("ATOMIC", name.equals("COMPARE_SWAP") || name.equals("FETCH_ADD"));
        flags.put("ACK", name.endsWith("ACKNOWLEDGE"));
        flags.put("FLUSH", name.equals("FLUSH"));
        flags.put("ATOMIC_WRITE", name.equals("ATOMIC_WRITE"));
        flags.put("CONGESTION", cnp);
        flags.put("REQUEST", !cnp && !response);
        flags.put("RESPONSE", response);
        flags.put("PAYLOAD", printed.payload());
        flags.put("CONSUMES_RECEIVE", consumesReceive(name));
        flags.put("COMPLETES_RECEIVE", completesReceive(name));
        Map<String, String> flagOfHeader =
                Map.of(
                        "FETH",
                        "FETH",
                        "DETH",
                        "DETH",
                        "RETH",
                        "RETH",
                        "AtomicETH",
                        "ATOMIC_ETH",
                        "AETH",
                        "AETH",
                        "AtomicAckETH",
                        "ATOMIC_ACK_ETH",
                        "ImmDt",
                        "IMMEDIATE",
                        "IETH",
                        "IETH");
        flagOfHeader.forEach((header, flag) -> flags.put(flag, printed.headers().contains(header)));
        flags.put("RC", printed.transport().equals("RC"));
        flags.put("UC", printed.transport().equals("UC"));
        flags.put("UD", printed.transport().equals("UD"));
        flags.values().removeIf(set -> !set);
        return String.join(" ", flags.keySet());
    }

    private static boolean consumesReceive(String name) {
        boolean writesImmediate = name.startsWith("RDMA_WRITE") && name.endsWith("IMMEDIATE");
        return writesImmediate || name.equals("SEND_FIRST") || name.startsWith("SEND_ONLY");
    }

    private static boolean completesReceive(String name) {
        boolean writesImmediate = name.startsWith("RDMA_WRITE") && name.endsWith("IMMEDIATE");
        return writesImmediate || name.startsWith("SEND_LAST") || name.startsWith("SEND_ONLY");
    }

    /** The names of the public single-bit constants that are set, sorted. */
    private static String flagNames(int flags) {
        Map<Integer, String> names = new HashMap<>();
        Arrays.stream(Opcode.class.getDeclaredFields())
                .filter(field -> Modifier.isPublic(field.getModifiers()))
                .filter(field -> field.getType() == int.class)
                .filter(field -> !field.getName().matches("(RC|UC|UD)_.+|CNP|INVALIDATE|ABSENT"))
                .filter(field -> !field.getName().equals("MANUFACTURER_FIRST"))
                .forEach(field -> names.put(valueOf(field), field.getName()));
        int bits = flags;
        var set = new TreeMap<String, Boolean>();
        while (bits != 0) {
            int bit = Integer.lowestOneBit(bits);
            set.put(String.valueOf(names.get(bit)), true);
            bits ^= bit;
        }
        return String.join(" ", set.keySet());
    }

    private static int valueOf(Field field) {
        try {
            return field.getInt(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
