package org.urdma4j.codec.icrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.testing.CaptureFiles;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.zip.CRC32;

class IdentificationSolverTest {
    private final IdentificationSolver solver = new IdentificationSolver();
    private final FlowIcrc icrc = new FlowIcrc();

    /** Without bytes after it, with one, and for an ACK and a full packet of MTU 256. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 38, 290})
    void shouldFindEveryIdentification(int bytesAfter) {
        CRC32 crc = new CRC32();
        byte[] message = new byte[6 + bytesAfter];
        for (int i = 0; i < message.length; i++) {
            message[i] = (byte) (i * 31 + 5);
        }
        message[4] = 0;
        message[5] = 0;
        int without = crc(crc, message);
        for (int identification = 0; identification < 65536; identification++) {
            message[4] = (byte) (identification >> 8);
            message[5] = (byte) identification;
            int found = solver.solve(crc(crc, message) ^ without, bytesAfter);
            if (found != identification) {
                fail("%d bytes after: %d found for %d", bytesAfter, found, identification);
            }
        }
    }

    /** The same through the flow, which is how receivers call it, for the longest packets. */
    @ParameterizedTest
    @ValueSource(ints = {12, 16, 1040, 4124, 8192})
    void shouldFindEveryIdentificationOfAFlow(int transportLength) {
        byte[] address = {10, 77, 0, 1};
        IcrcFlow flow = new IcrcFlow(address, address, 50000, Udp.ROCE_PORT);
        ByteBuffer packet = ByteBuffer.allocateDirect(transportLength);
        int without = icrc.compute(flow, packet, 0, transportLength, 0);
        for (int identification = 0; identification < 65536; identification++) {
            int wire = icrc.compute(flow, packet, 0, transportLength, identification);
            int found =
                    solver.solve(wire ^ without, IdentificationSolver.bytesAfter(transportLength));
            if (found != identification) {
                fail("length %d: %d found for %d", transportLength, found, identification);
            }
        }
    }

    @Test
    void shouldKeepLengthsOfTheSameSlotApart() {
        CRC32 crc = new CRC32();
        for (int round = 0; round < 3; round++) {
            for (int bytesAfter = 20; bytesAfter < 20 + 4 * 1024; bytesAfter += 1024) {
                byte[] message = new byte[2 + bytesAfter];
                int without = crc(crc, message);
                message[0] = (byte) 0xab;
                message[1] = (byte) 0xcd;
                assertThat(solver.solve(crc(crc, message) ^ without, bytesAfter)).isEqualTo(0xabcd);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"golden-rc-v4.pcap, 81", "boot-rping-cm.pcap, 41", "boot-rc_pingpong.pcap, 40"})
    void shouldFindTheIdentificationsOfSoftRoce(String file, int packets) throws IOException {
        Set<Integer> found = new HashSet<>();
        for (RoceFrame frame : CaptureFiles.roceFrames(file)) {
            ByteBuffer b = frame.buffer();
            int ip = frame.networkOffset();
            IcrcFlow flow =
                    new IcrcFlow(
                            FlowIcrcTest.ipv4(Ipv4.source(b, ip)),
                            FlowIcrcTest.ipv4(Ipv4.destination(b, ip)),
                            Udp.sourcePort(b, frame.udpOffset()),
                            Udp.ROCE_PORT);
            int length = frame.transportLength();
            int computed = icrc.compute(flow, b, frame.transportOffset(), length, 0);
            int identification =
                    solver.solve(
                            Icrc.get(b, frame.icrcOffset()) ^ computed,
                            IdentificationSolver.bytesAfter(length));
            assertThat(identification).isEqualTo(Ipv4.identification(b, ip));
            found.add(identification);
        }
        assertThat(found).hasSize(packets).doesNotContain(0);
    }

    /** 2^24 random differences: 256 are expected to pass, with a standard deviation of 16. */
    @ParameterizedTest
    @ValueSource(ints = {38, 1066})
    void shouldRefuseDamageButForOneIn65536(int bytesAfter) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(20261121);
        int passed = 0;
        for (int i = 0; i < 1 << 24; i++) {
            if (solver.solve(random.nextInt(), bytesAfter) != IdentificationSolver.NONE) {
                passed++;
            }
        }
        assertThat(passed).isBetween(256 - 80, 256 + 80);
    }

    @Test
    void shouldRefuseEverySingleBitOfDamageThatIsNotInTheIdentification() {
        CRC32 crc = new CRC32();
        byte[] message = new byte[60];
        int right = crc(crc, message);
        for (int bit = 0; bit < message.length * 8; bit++) {
            message[bit / 8] ^= (byte) (1 << bit % 8);
            int found = solver.solve(crc(crc, message) ^ right, 60 - 12 - 2);
            message[bit / 8] ^= (byte) (1 << bit % 8);
            boolean identification = bit / 8 == 12 || bit / 8 == 13;
            assertThat(found != IdentificationSolver.NONE).isEqualTo(identification);
        }
    }

    @Test
    void shouldRefuseANegativeLength() {
        assertThatThrownBy(() -> solver.solve(1, -1)).hasMessageContaining("-1");
    }

    private static int crc(CRC32 crc, byte[] message) {
        crc.reset();
        crc.update(message);
        return (int) crc.getValue();
    }
}
