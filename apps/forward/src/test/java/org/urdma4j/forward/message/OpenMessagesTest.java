package org.urdma4j.forward.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.fixtures.Nightly;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.HexFormat;
import java.util.Random;

class OpenMessagesTest {
    private static ReadableByteChannel bytes(byte[] bytes) {
        return Channels.newChannel(new ByteArrayInputStream(bytes));
    }

    private static ReadableByteChannel hex(String text) {
        return bytes(HexFormat.of().parseHex(text.replace(" ", "")));
    }

    @Test
    void shouldWriteWhatIsDocumented() throws Exception {
        OpenRequest request = new OpenRequest(OpenRequest.Kind.CONNECT, "db", 5432);
        String text = "75524601 01 00 1538 0002 6462";
        assertThat(HexFormat.of().formatHex(request.encode().array()))
                .isEqualTo(text.replace(" ", ""));
        assertThat(OpenRequest.read(hex(text))).isEqualTo(request);
        assertThat(OpenStatus.read(hex("75524601 01 000000"))).isEqualTo(OpenStatus.REFUSED);
        request = new OpenRequest(OpenRequest.Kind.LISTEN, "/a b", 0);
        text = "75524601 02 00 0000 0004 2f612062";
        assertThat(HexFormat.of().formatHex(request.encode().array()))
                .isEqualTo(text.replace(" ", ""));
        assertThat(OpenRequest.read(hex(text))).isEqualTo(request);
        for (OpenStatus status : OpenStatus.values()) {
            assertThat(OpenStatus.read(bytes(status.encode().array()))).isEqualTo(status);
        }
    }

    @Test
    void shouldReadNothingOfWhatFollows() throws Exception {
        ReadableByteChannel in = hex("75524601 01 00 0050 0001 61 ff");
        assertThat(OpenRequest.read(in).target()).isEqualTo("a:80");
        assertThat(OpenRequest.readFully(in, 1).get()).isEqualTo((byte) 0xff);
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        for (String text :
                new String[] {
                    "75524602 01 00 0050 0001 61", // version
                    "75524601 00 00 0050 0001 61", // kind
                    "75524601 01 01 0050 0001 61",
                    "75524601 01 00 0000 0001 61", // port
                    "75524601 01 00 0050 0000", // host
                    "75524601 01 00 0050 0100 61",
                    "75524601 01 00 0050 0001 0a",
                    "75524601 01 00 0050 0001 e4",
                    "75524601 01 00 0050 0002 6125",
                    "75524601 04 00 0050 0001 61",
                    "75524601 01 00 0000 0001 2f", // paths
                    "75524601 01 00 0001 0002 2f61",
                    "75524601 01 00 0000 0002 2f0a",
                    "75524601 01 00 0000 006c" + "2f".repeat(108)
                }) {
            assertThatThrownBy(() -> OpenRequest.read(hex(text)))
                    .as(text)
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(EOFException.class);
        }
        assertThatThrownBy(() -> OpenRequest.read(hex("75524601 01 00 0050 0002 61")))
                .isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> OpenStatus.read(hex("75524601 09 000000")))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> OpenStatus.read(hex("75524301 00 000000")))
                .isInstanceOf(IOException.class);
    }

    /** Whatever comes is a request that is written as it was read, or an error. */
    @Test
    void shouldTakeOrRefuseAnything() {
        long seed = Nightly.ON ? System.nanoTime() : 3;
        Random random = new Random(seed);
        byte[][] rights = {
            new OpenRequest(OpenRequest.Kind.CONNECT, "example.org", 443).encode().array(),
            new OpenRequest(OpenRequest.Kind.LISTEN, "/run/app.socket", 0).encode().array()
        };
        int taken = 0;
        for (int i = 0; i < Nightly.times(20_000, 1_000_000); i++) {
            byte[] bytes = rights[i % rights.length].clone();
            for (int change = random.nextInt(4); change > 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            if (random.nextInt(8) == 0) {
                bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
            }
            try {
                byte[] again = OpenRequest.read(bytes(bytes)).encode().array();
                assertThat(bytes).as("seed %d", seed).startsWith(again);
                taken++;
            } catch (IOException _) {
                // refused
            }
        }
        assertThat(taken).isPositive();
    }
}
