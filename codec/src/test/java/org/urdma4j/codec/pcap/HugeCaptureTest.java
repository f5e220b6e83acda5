package org.urdma4j.codec.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

class HugeCaptureTest {
    private static final int PACKET = 256 * 1024;
    private static final int RECORD = PacketHeader.LENGTH + PACKET;
    private static final int PACKETS = 9000; // 2.2 GiB

    @Test
    void shouldReadBeyondTwoGibibytesWithoutKeepingThem() throws IOException {
        try (CaptureReader reader = CaptureReader.open("huge.pcap", new EndlessCapture())) {
            for (int i = 0; i < PACKETS; i++) {
                assertThat(reader.next().capturedLength()).isEqualTo(PACKET);
            }
            long end = 24 + (long) PACKETS * RECORD;
            assertThat(end).isGreaterThan(Integer.MAX_VALUE);
            assertThatThrownBy(reader::next)
                    .hasMessageStartingWith("huge.pcap: cut short at byte " + end);
        }
    }

    private static final class PacketHeader {
        static final int LENGTH = 16;

        static ByteBuffer of(int length) {
            return ByteBuffer.allocate(LENGTH).putInt(8, length).putInt(12, length);
        }
    }

    /** Makes the file up while it is read, in pieces that fit no boundary; ends with one byte. */
    private static final class EndlessCapture implements ReadableByteChannel {
        private static final int PIECE = 100_003;

        private final ByteBuffer payload = ByteBuffer.allocate(PACKET);
        private ByteBuffer part =
                ByteBuffer.allocate(24).putInt(0xa1b2c3d4).putShort((short) 2).rewind();
        private int parts;

        @Override
        public int read(ByteBuffer to) {
            if (!part.hasRemaining() && !nextPart()) {
                return -1;
            }
            int length = Math.min(PIECE, Math.min(part.remaining(), to.remaining()));
            to.put(to.position(), part, part.position(), length);
            to.position(to.position() + length);
            part.position(part.position() + length);
            return length;
        }

        private boolean nextPart() {
            if (parts > 2 * PACKETS) {
                return false;
            }
            if (parts == 2 * PACKETS) {
                part = ByteBuffer.allocate(1);
            } else {
                part = parts % 2 == 0 ? PacketHeader.of(PACKET) : payload.rewind();
            }
            parts++;
            return true;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
