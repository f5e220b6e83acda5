package org.urdma4j.simulation.roce;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.simulation.loss.ScriptAction;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;

class PacketsTest {
    /** As the simulator has it: headers only, 1024 bytes of payload elsewhere. */
    private static final PacketView<ByteBuffer> BY_REFERENCE =
            (packet, view) -> {
                boolean payload = (Opcode.flags(Bth.opcode(packet, 0)) & Opcode.PAYLOAD) != 0;
                view.wrap(packet, 0, packet.limit() + (payload ? 1024 : 0));
            };

    private final List<ByteBuffer> packets =
            List.of(
                    packet(Opcode.RC_RDMA_WRITE_MIDDLE, 7, -1),
                    packet(Opcode.RC_ACKNOWLEDGE, 7, AethSyndrome.ACK_UNLIMITED),
                    packet(Opcode.RC_ACKNOWLEDGE, 8, AethSyndrome.NAK_PSN_SEQUENCE_ERROR),
                    packet(Opcode.RC_ACKNOWLEDGE, 8, AethSyndrome.NAK_REMOTE_ACCESS_ERROR),
                    packet(Opcode.RC_ACKNOWLEDGE, 9, AethSyndrome.rnrNak(14)),
                    packet(Opcode.RC_RDMA_READ_RESPONSE_LAST, 9, AethSyndrome.ACK_UNLIMITED),
                    packet(Opcode.RC_RDMA_WRITE_MIDDLE, 7, -1));

    @Test
    void shouldNamePacketsByTheirHeaders() {
        assertThat(matches(Packets.psn(7))).containsExactly(0, 1, 6);
        assertThat(matches(Packets.opcode(Opcode.RC_ACKNOWLEDGE))).containsExactly(1, 2, 3, 4);
        assertThat(matches(Packets.has(Opcode.WRITE | Opcode.MIDDLE))).containsExactly(0, 6);
        assertThat(matches(Packets.ack())).containsExactly(1);
        assertThat(matches(Packets.nak())).containsExactly(2, 3);
        assertThat(matches(Packets.nak(AethSyndrome.NAK_REMOTE_ACCESS_ERROR))).containsExactly(3);
        assertThat(matches(Packets.rnrNak())).containsExactly(4);
        assertThat(matches(Packets.destQp(0x1234))).hasSize(7);
        assertThat(matches(Packets.destQp(0x1235))).isEmpty();
        assertThat(matches(Packets.psn(9).and(Packets.has(Opcode.READ_RESPONSE | Opcode.END))))
                .containsExactly(5);
    }

    @Test
    void shouldDropTheSecondPacketWithAPsn() {
        Script<ByteBuffer> script =
                new Script<ByteBuffer>()
                        .drop(
                                "second WRITE with PSN 7",
                                Occurrence.nth(2),
                                Packets.of(
                                        BY_REFERENCE,
                                        Packets.psn(7).and(Packets.has(Opcode.WRITE))));

        List<ScriptAction> actions = packets.stream().map(script::judge).toList();

        assertThat(actions.indexOf(new ScriptAction.Drop())).isEqualTo(6);
    }

    @Test
    void shouldMatchNoMalformedPacket() {
        SplittableRandom random = new SplittableRandom(1);
        PacketView<ByteBuffer> view = (packet, headers) -> headers.wrap(packet, 0, packet.limit());
        Predicate<ByteBuffer> any = Packets.of(view, _ -> true);
        TransportPacket headers = new TransportPacket();
        int wellFormed = 0;
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = packets.get(random.nextInt(packets.size())).array().clone();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            ByteBuffer damaged = ByteBuffer.wrap(Arrays.copyOf(bytes, random.nextInt(24)));
            view.wrap(damaged, headers);

            assertThat(any.test(damaged)).isEqualTo(headers.status() == PacketStatus.OK);
            wellFormed += headers.status() == PacketStatus.OK ? 1 : 0;
        }
        assertThat(wellFormed).isBetween(100, 9_000);
    }

    private int[] matches(Predicate<TransportPacket> match) {
        Predicate<ByteBuffer> predicate = Packets.of(BY_REFERENCE, match);
        return IntStream.range(0, packets.size())
                .filter(i -> predicate.test(packets.get(i)))
                .toArray();
    }

    private static ByteBuffer packet(int opcode, int psn, int syndrome) {
        ByteBuffer packet = ByteBuffer.allocate(Opcode.headerLength(opcode));
        Bth.write(packet, 0, opcode, 0, 0, Bth.DEFAULT_P_KEY, 0x1234, psn);
        if (syndrome >= 0) {
            Aeth.write(packet, Opcode.aethOffset(opcode), syndrome, 1);
        }
        return packet;
    }
}
