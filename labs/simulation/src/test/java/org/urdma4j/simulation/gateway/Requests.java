package org.urdma4j.simulation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.simulation.host.Peer;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests of one queue pair, each to memory of its own, and an oracle that watches every
 * completion: the bytes are where they belong by then, or the test fails.
 */
final class Requests {
    static final int PIECE = 40 << 10;
    static final int PIECES = 8;

    final Peer a;
    final Peer b;
    final List<Long> doneAtNs = new ArrayList<>();
    private final int piece;
    private final List<Request> posted = new ArrayList<>();
    private long receivesMissing;

    /**
     * @param before of an atomic's target
     */
    private record Request(WrOpcode opcode, long offset, long bytes, long before) {}

    Requests(Peer a, Peer b, long seed, int piece) {
        this.a = a;
        this.b = b;
        this.piece = piece;
        a.fill(seed);
        b.fill(~seed);
    }

    /** Posts a request of so many packets, the last of them short. */
    void post(WrOpcode opcode, int packets) {
        boolean atomic = opcode == WrOpcode.ATOMIC_FETCH_AND_ADD;
        long bytes = atomic ? Long.BYTES : (long) packets * LongPath.MTU - 3;
        long offset = (long) posted.size() * piece;
        SendWr wr =
                new SendWr()
                        .wrId(posted.size())
                        .opcode(opcode)
                        .sendFlags(SendFlags.SIGNALED)
                        .addSge(a.region.sge(offset, bytes));
        long target = b.region.addr() + offset;
        switch (opcode) {
            case SEND -> receivesMissing++;
            case ATOMIC_FETCH_AND_ADD -> wr.atomic(target, b.region.rkey(), 1, 0);
            default -> wr.rdma(target, b.region.rkey());
        }
        posted.add(new Request(opcode, offset, bytes, b.memory.get(ValueLayout.JAVA_LONG, offset)));
        a.post(wr);
    }

    /** Resets both queue pairs and connects them anew; what has not completed never will. */
    void connectAgain(int firstPsn) {
        a.qp.modify(new QpAttr().qpState(QpState.RESET));
        b.qp.modify(new QpAttr().qpState(QpState.RESET));
        while (posted.size() > doneAtNs.size()) {
            posted.removeLast();
        }
        LongPath.connect(a, b, firstPsn);
    }

    /** Posts the receives of the SENDs that have been posted. */
    void receive() {
        for (int i = 0; i < posted.size() && receivesMissing > 0; i++) {
            if (posted.get(i).opcode() == WrOpcode.SEND) {
                receivesMissing--;
                b.post(new RecvWr().wrId(i).addSge(b.region.sge(posted.get(i).offset(), piece)));
            }
        }
    }

    /** Checks what has completed. */
    void collect(long nowNs) {
        for (WorkCompletion completion : a.poll()) {
            assertThat(completion.status()).as("%s", completion).isEqualTo(WcStatus.SUCCESS);
            assertThat(completion.wrId()).isEqualTo(doneAtNs.size());
            check((int) completion.wrId());
            doneAtNs.add(nowNs);
        }
    }

    private void check(int id) {
        Request request = posted.get(id);
        long at = request.offset();
        if (request.opcode() == WrOpcode.ATOMIC_FETCH_AND_ADD) {
            assertThat(a.memory.get(ValueLayout.JAVA_LONG, at)).isEqualTo(request.before());
            assertThat(b.memory.get(ValueLayout.JAVA_LONG, at)).isEqualTo(request.before() + 1);
        } else {
            long end = at + request.bytes();
            assertThat(MemorySegment.mismatch(a.memory, at, end, b.memory, at, end))
                    .as("byte that is wrong of %s %d", request, id)
                    .isNegative();
        }
    }

    boolean areDone() {
        return doneAtNs.size() == posted.size();
    }

    /** Checks that nothing has changed since. */
    void finish() {
        assertThat(doneAtNs).hasSameSizeAs(posted);
        for (int id = 0; id < posted.size(); id++) {
            check(id);
        }
    }
}
