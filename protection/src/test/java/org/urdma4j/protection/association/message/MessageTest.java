package org.urdma4j.protection.association.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.protection.association.message.Message.Bye;
import org.urdma4j.protection.association.message.Message.Heartbeat;
import org.urdma4j.protection.association.message.Message.Hello;
import org.urdma4j.protection.association.message.Message.Refused;
import org.urdma4j.protection.association.message.Message.Renewal;
import org.urdma4j.protection.association.message.Message.Renewed;
import org.urdma4j.protection.association.message.Message.Resume;
import org.urdma4j.protection.association.message.Message.Welcome;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/** By the table of docs/protection.md, byte for byte. */
class MessageTest {
    private static final UUID DEVICE = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    private static final String DEVICE_HEX = "00112233445566778899aabbccddeeff";
    private static final byte[] PROOF = new byte[48];

    private static final List<Message> ALL =
            List.of(
                    new Hello(DEVICE, 0x01020304, 22, 600, Optional.empty()),
                    new Hello(
                            DEVICE,
                            0x01020304,
                            22,
                            600,
                            Optional.of(new Resume(0x0a0b0c0d, 255, ByteBuffer.wrap(PROOF)))),
                    new Welcome(DEVICE, 0x01020304, 8, 1),
                    new Refused(Refusal.DUPLICATE),
                    new Heartbeat(),
                    new Renewal(200, 3, ByteBuffer.wrap(new byte[] {1, 2, 3})),
                    new Renewed(255),
                    new Bye());

    private static final List<String> BYTES =
            List.of(
                    "01001a" + "01" + DEVICE_HEX + "01020304" + "16" + "00000258",
                    "01004f"
                            + ("01" + DEVICE_HEX + "01020304" + "16" + "00000258")
                            + ("0a0b0c0d" + "ff" + "00".repeat(48)),
                    "020019" + DEVICE_HEX + "01020304" + "08" + "00000001",
                    "03000101",
                    "040000",
                    "050008" + "c8" + "00000003" + "010203",
                    "060001ff",
                    "070000");

    private static Message read(byte[] bytes) throws MalformedMessage {
        MessageReader reader = new MessageReader();
        reader.add(bytes);
        return reader.poll().orElseThrow();
    }

    @Test
    void shouldBeAsDocumented() throws MalformedMessage {
        for (int i = 0; i < ALL.size(); i++) {
            byte[] bytes = MessageWriter.write(ALL.get(i));
            assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(BYTES.get(i));
            assertThat(read(bytes)).isEqualTo(ALL.get(i));
        }
    }

    @Test
    void shouldComeInPiecesOfAnySize() throws MalformedMessage {
        byte[] all = HexFormat.of().parseHex(String.join("", BYTES));
        for (int piece : new int[] {1, 2, 3, 7, 40, all.length}) {
            MessageReader reader = new MessageReader();
            List<Message> read = new ArrayList<>();
            for (int at = 0; at < all.length; at += piece) {
                reader.add(Arrays.copyOfRange(all, at, Math.min(all.length, at + piece)));
                for (var next = reader.poll(); next.isPresent(); next = reader.poll()) {
                    read.add(next.get());
                }
            }
            assertThat(read).isEqualTo(ALL);
        }
    }

    @Test
    void shouldRefuseWhatIsOutOfRange() {
        String before = "01" + DEVICE_HEX;
        for (String wrong :
                List.of(
                        "000000",
                        "080000",
                        "0400010" + "0",
                        "060000",
                        "03000106",
                        "0100010" + "2",
                        "01001a" + before + "00000000" + "16" + "00000258",
                        "01001a" + before + "01020304" + "17" + "00000258",
                        "01001a" + before + "01020304" + "07" + "00000258",
                        "01001a" + before + "01020304" + "16" + "00000000",
                        "01001a" + before + "01020304" + "16" + "ffffffff",
                        "01001b" + before + "01020304" + "16" + "00000258" + "00",
                        "020019" + DEVICE_HEX + "00000000" + "08" + "00000001")) {
            assertThatThrownBy(() -> read(HexFormat.of().parseHex(wrong)))
                    .as(wrong)
                    .isInstanceOf(MalformedMessage.class)
                    .hasMessageStartingWith("the peer sent ");
        }
    }

    @Test
    void shouldTakeAnyBytesForAMessageOrAnError() {
        Random random = new Random(5);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[3 + random.nextInt(90)];
            random.nextBytes(bytes);
            bytes[0] = (byte) random.nextInt(9);
            bytes[1] = 0;
            bytes[2] = (byte) (bytes.length - 3);
            try {
                assertThat(read(bytes)).isNotNull();
            } catch (MalformedMessage e) {
                assertThat(e).hasMessageNotContaining("\n");
            }
        }
    }
}
