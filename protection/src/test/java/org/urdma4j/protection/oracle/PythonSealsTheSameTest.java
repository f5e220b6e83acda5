package org.urdma4j.protection.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.aead.Sources;
import org.urdma4j.protection.key.ConnectionNames;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.protection.testing.SealedExamples;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Python's cryptography derives the same keys and seals to the same bytes. */
@Tag("oracle")
class PythonSealsTheSameTest {
    /** Debian's, for which python3-cryptography is packaged, and whichever is used otherwise. */
    private static final List<String> PYTHONS = List.of("/usr/bin/python3", "python3");

    private static final String SCRIPT = "src/test/resources/oracle/seal.py";
    private static final HexFormat HEX = HexFormat.of();
    private static final int[] OPCODES =
            IntStream.range(0, 256).filter(UrdmaOpcode::isUrdma).toArray();
    private static final int ROUNDS = 300;
    private static final int AT = 64;

    @TempDir private Path folder;

    private final SplittableRandom random = new SplittableRandom(11);
    private final PacketSeal seal = new PacketSeal();

    @Test
    void shouldSealTheExampleOfTheDocs() throws Exception {
        SealedExamples examples = new SealedExamples();
        String keys =
                examples.key("S")
                        + " 1 0 "
                        + 0x0102_0304_0506_0708L
                        + " %d %d %d %d 22 2".formatted(0x11, 0x22, 0x10a, 0x20b);
        String derived = "%s %s %s ".formatted(named(examples, "C", "key", "IV"));

        assertThat(
                        python(
                                List.of(
                                        "%s %d 0 %s".formatted(keys, 0x140_0007, examples.plain()),
                                        "%s %d 32 - ffff 00010a".formatted(keys, 0x140_0008),
                                        "cm %s 0 22 2 3 %d ffff %s"
                                                .formatted(
                                                        examples.key("S"),
                                                        0x5eed_0001,
                                                        examples.managerText()))))
                .containsExactly(
                        derived + examples.packet(),
                        derived + examples.chaff(),
                        "%s %s %s %s"
                                .formatted(
                                        examples.managerKey("C"),
                                        examples.managerKey("key"),
                                        examples.managerKey("IV"),
                                        examples.datagram()));
    }

    private static Object[] named(SealedExamples examples, String... names) {
        return List.of(names).stream().map(examples::key).toArray();
    }

    /** Every opcode, all lengths, epochs of all sizes, as many as a generation can reach. */
    @Test
    void shouldSealWhatThisModuleSeals() throws Exception {
        List<String> asked = new ArrayList<>();
        List<String> sealed = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            try (Arena arena = Arena.ofConfined()) {
                asked.add(one(arena.allocate(16 << 10, 8), i % OPCODES.length, sealed));
            }
        }

        assertThat(python(asked)).extracting(line -> line.split(" ", 4)[3]).isEqualTo(sealed);
    }

    private String one(MemorySegment memory, int opcode, List<String> sealed) {
        byte[] exported = bytes(KeySchedule.SECRET_BYTES);
        Role sender = random.nextBoolean() ? Role.CLIENT : Role.SERVER;
        Role active = random.nextBoolean() ? Role.CLIENT : Role.SERVER;
        long transaction = random.nextLong(1L << 62);
        int[] ids = random.ints(2, 0, Integer.MAX_VALUE).toArray();
        int[] qpns = random.ints(2, 0, 1 << 24).toArray();
        int bits = random.nextInt(8, 23);
        int generation = random.nextInt(256);
        long number = random.nextLong(1L << random.nextInt(1, Math.min(48, bits + 31) + 1));
        int fill = 4 * random.nextInt(100);
        int length = 12 + 4 * random.nextInt(2000);
        Secret connection =
                KeySchedule.connection(
                        new Secret(exported),
                        sender,
                        new ConnectionNames(active, transaction, ids[0], ids[1], qpns[0], qpns[1]));
        ByteBuffer b = memory.asByteBuffer();
        memory.asSlice(AT, length).copyFrom(MemorySegment.ofArray(bytes(length)));
        int flags = random.nextInt() & (Bth.SOLICITED | Bth.MIG_REQ | Bth.ACK_REQ | Bth.BECN);
        UrdmaBth.write(
                b,
                AT,
                OPCODES[opcode],
                flags,
                random.nextInt(4),
                random.nextInt(1 << 16),
                qpns[1],
                random.nextInt(1 << 24));
        String plain = hex(memory, AT, length);
        try (PacketCipher cipher =
                KeySchedule.epoch(
                        connection,
                        (int) (number >> bits),
                        Sources.all().getFirst(),
                        Aead.AES_256_GCM)) {
            int all = seal.seal(memory, b, AT, length, fill, generation, number, cipher);
            sealed.add(hex(memory, AT - PacketSeal.ROOM_BEFORE, all));
        }
        return "%s %d %d %d %d %d %d %d %d %d %d %d %s"
                .formatted(
                        HEX.formatHex(exported),
                        sender == Role.CLIENT ? 0 : 1,
                        active == Role.CLIENT ? 0 : 1,
                        transaction,
                        ids[0],
                        ids[1],
                        qpns[0],
                        qpns[1],
                        bits,
                        generation,
                        number,
                        fill,
                        plain);
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String hex(MemorySegment memory, int at, int length) {
        return HEX.formatHex(memory.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE));
    }

    private List<String> python(List<String> lines) throws Exception {
        String python = null;
        for (String candidate : PYTHONS) {
            if (python == null && run(candidate, "-c", "import cryptography") == 0) {
                python = candidate;
            }
        }
        if (python == null) {
            String reason = "no Python has cryptography (Debian: python3-cryptography)";
            System.out.println("Skipped: " + reason);
            abort(reason);
        }
        Files.write(folder.resolve("in"), lines);
        assertThat(run(python, SCRIPT)).isZero();
        return Files.readAllLines(folder.resolve("out"));
    }

    private int run(String... command) throws InterruptedException {
        try {
            Path in = folder.resolve("in");
            if (!Files.exists(in)) {
                Files.createFile(in);
            }
            return new ProcessBuilder(command)
                    .redirectInput(in.toFile())
                    .redirectOutput(folder.resolve("out").toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException _) {
            return -1;
        }
    }
}
