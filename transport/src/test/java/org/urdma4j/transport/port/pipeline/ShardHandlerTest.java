package org.urdma4j.transport.port.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Deth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.GeneralServices;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class ShardHandlerTest {
    private static final int PACKET = Bth.LENGTH + Deth.LENGTH + Icrc.LENGTH;

    private final Shard shard = new Shard(EngineConfig.DEFAULT, new Random(1));
    private final ShardHandler handler = new ShardHandler(shard, () -> {});
    private final List<String> done = new ArrayList<>();

    /** Whoever waits for packets to queue pair 1, which it is told of before long. */
    private final class Listener implements GeneralServices {
        @Override
        public void onPacket(ReceivedPacket packet, long nowNs) {
            done.add("packet");
            shard.later(() -> done.add("told"));
        }

        @Override
        public int poll(TransmitBatch batch, long nowNs) {
            return 0;
        }

        @Override
        public long nextDeadlineNs() {
            return Long.MAX_VALUE;
        }

        @Override
        public void onTimer(long nowNs) {
            throw new AssertionError("there is no timer");
        }
    }

    /** A thread that is woken by the first of many would wait for the loop's processor again. */
    @Test
    void shouldTellOfPacketsWhenAllOfARunArePassed() {
        shard.attach(new Listener());
        ByteBuffer packets = ByteBuffer.allocateDirect(3 * PACKET);
        InboundRun run = new InboundRun();
        run.begin(packets, MemorySegment.ofBuffer(packets), "peer", 0);
        for (int at = 0; at < packets.capacity(); at += PACKET) {
            Bth.write(packets, at, Opcode.UD_SEND_ONLY, 0, 0, Bth.DEFAULT_P_KEY, 1, 0);
            run.add(at, PACKET);
        }

        handler.channelRead(null, run);

        assertThat(done).containsExactly("packet", "packet", "packet", "told", "told", "told");
    }
}
