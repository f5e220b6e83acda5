package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WorkCompletion;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.random.RandomGenerator;

/**
 * The receiving side of one end: posts receives of several pieces, sooner or later, and checks what
 * completes them, in which order.
 */
final class TrafficReceives {
    private static final int MAX_PIECES = 3;

    // never compared
    @SuppressWarnings("ArrayRecordComponent")
    private record Posted(long id, int slot, int[] at, int[] length) {}

    private final QueuePair qp;
    private final TrafficMemory memory;
    private final MemoryRegion region;
    private final VirtualTime time;
    private final RandomGenerator random;
    private final int slotBytes;
    private final long latestNs;
    private final Queue<Posted> posted = new ArrayDeque<>();
    private final Queue<Arrival> arrivals = new ArrayDeque<>();
    private final RecvWr wr = new RecvWr();
    private long nextId;

    TrafficReceives(
            QueuePair qp,
            TrafficMemory memory,
            MemoryRegion region,
            VirtualTime time,
            RandomGenerator random,
            int slotBytes,
            long latestNs) {
        this.qp = qp;
        this.memory = memory;
        this.region = region;
        this.time = time;
        this.random = random;
        this.slotBytes = slotBytes;
        this.latestNs = latestNs;
    }

    /** The peer has posted a message that will complete a receive. */
    void expect(Arrival arrival) {
        arrivals.add(arrival);
    }

    /** Returns whether everything expected has come. */
    boolean idle() {
        return arrivals.isEmpty();
    }

    /** Posts a slot some time from now on. */
    void postLater(int slot) {
        if (latestNs == 0) {
            post(slot);
        } else {
            time.schedule(time.nowNs() + random.nextLong(latestNs), () -> post(slot));
        }
    }

    private void post(int slot) {
        int pieces = 1 + random.nextInt(MAX_PIECES);
        Posted receive = new Posted(nextId++, slot, new int[pieces], new int[pieces]);
        wr.reset().wrId(receive.id());
        int at = memory.slot(slot);
        int left = slotBytes;
        for (int i = 0; i < pieces; i++) {
            int length = i + 1 == pieces ? left : random.nextInt(left + 1);
            receive.at()[i] = at;
            receive.length()[i] = length;
            wr.addSge(region.addr() + at, length, region.lkey());
            at += length;
            left -= length;
        }
        posted.add(receive);
        assertThat(qp.postRecv(wr)).isEqualTo(PostStatus.OK);
    }

    /** Checks a completion, and posts the slot again. */
    void onCompletion(WorkCompletion done) {
        assertThat(arrivals).as("messages under way when %s came", done).isNotEmpty();
        Arrival arrival = arrivals.remove();
        Posted receive = posted.remove();
        assertThat(done.wrId()).as("receives complete in order").isEqualTo(receive.id());
        assertThat(done.opcode()).isEqualTo(arrival.opcode());
        assertThat(done.byteLen()).isEqualTo(arrival.length());
        assertThat(done.wcFlags()).isEqualTo(arrival.flags());
        if ((arrival.flags() & WcFlags.WITH_IMM) != 0) {
            assertThat(done.immData()).isEqualTo(arrival.immediate());
        }
        if (arrival.invalidated() != null) {
            assertThat(done.invalidatedRkey()).isEqualTo(arrival.invalidated().rkey());
            arrival.invalidated().close();
        }
        int from = 0;
        for (int i = 0; i < receive.at().length; i++) {
            int length = Math.min(receive.length()[i], arrival.bytes().length - from);
            memory.expect(receive.at()[i], arrival.bytes(), from, length);
            from += length;
        }
        memory.check("received message " + receive.id(), memory.slot(receive.slot()), slotBytes);
        postLater(receive.slot());
    }
}
