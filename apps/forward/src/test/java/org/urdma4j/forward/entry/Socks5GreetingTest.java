package org.urdma4j.forward.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.message.OpenStatus;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.HexFormat;
import java.util.Random;

class Socks5GreetingTest {
    /** A program that has said all that it will say. */
    private static final class Program implements ByteChannel {
        final ByteBuffer says;
        final ByteArrayOutputStream heard = new ByteArrayOutputStream();

        Program(byte[] says) {
            this.says = ByteBuffer.wrap(says);
        }

        @Override
        public int read(ByteBuffer dst) {
            if (!says.hasRemaining()) {
                return -1;
            }
            int n = Math.min(dst.remaining(), says.remaining());
            dst.put(dst.position(), says, says.position(), n);
            dst.position(dst.position() + n);
            says.position(says.position() + n);
            return n;
        }

        @Override
        public int write(ByteBuffer src) {
            heard.write(src.get());
            return 1;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}

        String heard() {
            return HexFormat.of().formatHex(heard.toByteArray());
        }
    }

    private static Program program(String hex) {
        return new Program(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    @ParameterizedTest
    @CsvSource({
        "05 01 00 05 01 00 01 c0 00 02 01 01 bb,192.0.2.1:443",
        "05 02 02 00 05 01 00 03 02 64 62 15 38,db:5432",
        "05 01 00 05 01 00 04 20 01 0d b8 00 00 00 00 00 00 00 00 00 00 00 01 00 50,"
                + "[2001:db8:0:0:0:0:0:1]:80",
    })
    void shouldReadWhereTheProgramWantsToGo(String says, String target) throws Exception {
        Program program = program(says + " ff");
        assertThat(new Socks5Greeting().request(program).target()).isEqualTo(target);
        assertThat(program.heard()).isEqualTo("0500");
        assertThat(program.says.remaining()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "04 01 00 50 c0 00 02 01 00,''",
        "05 01 02,05ff",
        "05 00,05ff",
        "05 01 00 05 02 00 01 c0 00 02 01 01 bb,0500 05070001000000000000",
        "05 01 00 05 03 00 01 c0 00 02 01 01 bb,0500 05070001000000000000",
        "05 01 00 05 01 00 02 c0 00 02 01 01 bb,0500 05080001000000000000",
        "05 01 00 04 01 00 01 c0 00 02 01 01 bb,0500 05010001000000000000",
        "05 01 00 05 01 00 01 c0 00 02 01 00 00,0500 05040001000000000000",
        "05 01 00 05 01 00 03 00 01 bb,0500 05040001000000000000",
        "05 01 00 05 01 00 03 01 0a 01 bb,0500 05040001000000000000",
    })
    void shouldAnswerWhatItDoesNotDo(String says, String answer) {
        Program program = program(says);
        assertThatThrownBy(() -> new Socks5Greeting().request(program))
                .isInstanceOf(GreetingException.class)
                .hasMessageNotContaining("\n");
        assertThat(program.heard()).isEqualTo(answer.replace(" ", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "OPEN,0",
        "REFUSED,5",
        "TIMED_OUT,6",
        "UNREACHABLE,4",
        "NOT_ALLOWED,2",
        "UNRESOLVED,4",
        "LIMITS,1",
        "MALFORMED,1"
    })
    void shouldReplyByTheCause(OpenStatus status, int code) throws Exception {
        Program program = program("");
        assertThat(new Socks5Greeting().answer(program, status)).isTrue();
        assertThat(program.heard()).isEqualTo("05%02x0001000000000000".formatted(code));
    }

    /** Whatever comes ends in a request or in an error, and nothing that was not asked is read. */
    @Test
    void shouldTakeOrRefuseAnything() {
        long seed = Nightly.ON ? System.nanoTime() : 5;
        Random random = new Random(seed);
        byte[] right = HexFormat.of().parseHex("050100050100030b6578616d706c652e6f726701bb");
        int taken = 0;
        for (int i = 0; i < Nightly.times(20_000, 1_000_000); i++) {
            byte[] bytes = right.clone();
            for (int change = random.nextInt(4); change > 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            if (random.nextInt(8) == 0) {
                bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
            }
            try {
                OpenRequest request = new Socks5Greeting().request(new Program(bytes));
                assertThat(request.port()).as("seed %d", seed).isBetween(1, 65_535);
                taken++;
            } catch (IOException _) {
                // refused
            }
        }
        assertThat(taken).isPositive();
    }
}
