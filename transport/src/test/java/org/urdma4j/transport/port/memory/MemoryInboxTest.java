package org.urdma4j.transport.port.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.Gid;

import java.util.concurrent.atomic.AtomicInteger;

class MemoryInboxTest {
    private static final int LIMIT = 1000;

    private final AtomicInteger arrivals = new AtomicInteger();
    private final MemoryInbox inbox = new MemoryInbox(LIMIT, arrivals::incrementAndGet);

    @Test
    void shouldKeepTheOrderUpToTheLimitAndDropTheRest() {
        MemoryFrames first = frames(600, 6);
        MemoryFrames tooMuch = frames(500, 5);
        MemoryFrames second = frames(400, 4);
        inbox.put(first);
        inbox.put(tooMuch);
        inbox.put(second);
        assertThat(arrivals).hasValue(2);
        assertThat(inbox.takeDropped()).isEqualTo(5);
        assertThat(inbox.takeDropped()).isZero();
        assertThat(tooMuch.refCnt()).isZero();
        assertThat(inbox.take()).isSameAs(first);
        assertThat(inbox.take()).isSameAs(second);
        assertThat(inbox.take()).isNull();
        assertThat(inbox.isEmpty()).isTrue();
        assertThat(first.refCnt()).isEqualTo(1);
    }

    @Test
    void shouldHaveRoomAgainForWhatWasTaken() {
        inbox.put(frames(LIMIT, 1));
        inbox.take();
        MemoryFrames next = frames(LIMIT, 1);
        inbox.put(next);
        assertThat(inbox.take()).isSameAs(next);
        assertThat(inbox.takeDropped()).isZero();
    }

    @Test
    void shouldReleaseEverythingWhenClosedAndAfter() {
        MemoryFrames before = frames(100, 1);
        MemoryFrames after = frames(100, 1);
        inbox.put(before);
        inbox.close();
        inbox.put(after);
        assertThat(before.refCnt()).isZero();
        assertThat(after.refCnt()).isZero();
        assertThat(inbox.take()).isNull();
    }

    private static MemoryFrames frames(int bytes, int count) {
        ByteBuf packets = Unpooled.buffer(bytes).writerIndex(bytes);
        return new MemoryFrames(packets, count, bytes / count, Gid.ZERO);
    }
}
