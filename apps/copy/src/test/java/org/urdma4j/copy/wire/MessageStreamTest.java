package org.urdma4j.copy.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.Random;

class MessageStreamTest {
    /** Gives back what was written, in pieces of random lengths. */
    private static final class Echo implements ByteChannel {
        final ByteArrayOutputStream written = new ByteArrayOutputStream();
        byte[] content;
        final Random random = new Random(5);
        int writes;
        int read;

        @Override
        public int read(ByteBuffer dst) {
            int left = written.size() - read;
            if (left == 0) {
                return -1;
            }
            int length = Math.min(Math.min(left, dst.remaining()), 1 + random.nextInt(70_000));
            if (content == null) {
                content = written.toByteArray();
            }
            dst.put(content, read, length);
            read += length;
            return length;
        }

        @Override
        public int write(ByteBuffer src) {
            byte[] bytes = new byte[src.remaining()];
            src.get(bytes);
            written.writeBytes(bytes);
            writes++;
            return bytes.length;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // nothing is held
        }
    }

    private static final ByteString DIGEST = ByteString.of("0123456789abcdef0123456789abcdef");

    @Test
    void shouldReceiveWhatWasSentHoweverItIsCut() throws Exception {
        Echo echo = new Echo();
        MessageStream stream = new MessageStream(echo, Throttle.NONE);
        Random random = new Random(3);
        for (int i = 0; i < 30; i++) {
            byte[] data = new byte[random.nextInt(Limits.CHUNK + 1)];
            random.nextBytes(data);
            stream.send(new Message.Chunk(i, 0, DIGEST, ByteBuffer.wrap(data)));
            stream.send(new Message.Done(i));
        }
        stream.flush();
        random = new Random(3);
        for (int i = 0; i < 30; i++) {
            byte[] data = new byte[random.nextInt(Limits.CHUNK + 1)];
            random.nextBytes(data);
            assertThat(stream.receive())
                    .isEqualTo(new Message.Chunk(i, 0, DIGEST, ByteBuffer.wrap(data)));
            assertThat(stream.receive()).isEqualTo(new Message.Done(i));
        }
        assertThat(stream.receive()).isNull();
        assertThat(stream.moved()).isEqualTo(2L * echo.written.size());
    }

    @Test
    void shouldCollectSmallMessages() throws Exception {
        Echo echo = new Echo();
        MessageStream stream = new MessageStream(echo, Throttle.NONE);
        for (int i = 0; i < 10_000; i++) {
            stream.send(new Message.Done(i));
        }
        assertThat(echo.writes).isZero();
        stream.flush();
        assertThat(echo.writes).isEqualTo(1);
        assertThat(stream.isReady()).isFalse();
        assertThat(stream.receive()).isEqualTo(new Message.Done(0));
        assertThat(stream.isReady()).isTrue();
    }

    @Test
    void shouldRefuseLengthsThatNoMessageHas() throws IOException {
        for (int length : new int[] {0, -1, Limits.FRAME + 1, Integer.MIN_VALUE}) {
            Echo echo = new Echo();
            echo.write(ByteBuffer.allocate(100).putInt(0, length));
            MessageStream stream = new MessageStream(echo, Throttle.NONE);
            assertThatThrownBy(stream::receive).isInstanceOf(MalformedMessageException.class);
        }
    }

    @Test
    void shouldTellAnEndWithinAMessage() throws IOException {
        for (int bytes = 1; bytes < 9; bytes++) {
            Echo echo = new Echo();
            echo.write(ByteBuffer.wrap(new byte[] {0, 0, 0, 5, 3, 0, 0, 0}, 0, bytes));
            MessageStream stream = new MessageStream(echo, Throttle.NONE);
            assertThatThrownBy(stream::receive).isInstanceOf(EOFException.class);
        }
    }
}
