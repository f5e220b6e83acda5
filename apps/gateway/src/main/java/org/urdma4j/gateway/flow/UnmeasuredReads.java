package org.urdma4j.gateway.flow;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;

/**
 * READs of a flow whose path MTU is not known, so that nobody can say how many numbers they take:
 * the newest few. The first packet of an answer to one of them tells.
 */
public final class UnmeasuredReads {
    private static final int MOST = 16;
    private static final int NONE = -1;

    private final int[] psns = new int[MOST];
    private final long[] bytes = new long[MOST];
    private int count;

    /** Takes note of a READ. Whoever goes back sends what is behind it again, too. */
    void add(TransportPacket read) {
        while (count > 0 && Psn.diff(psns[count - 1], read.psn()) >= 0) {
            count--;
        }
        if (count == MOST) {
            dropTo(1);
        }
        psns[count] = read.psn();
        bytes[count++] = read.dmaLength();
    }

    private void dropTo(int first) {
        count -= first;
        System.arraycopy(psns, first, psns, 0, count);
        System.arraycopy(bytes, first, bytes, 0, count);
    }

    /** Returns whether a packet is the first of the answer to one of them. */
    boolean isAnsweredBy(TransportPacket answer) {
        return find(answer) != NONE;
    }

    /** Forgets those before the one that an answer is the first packet of. */
    void startWith(TransportPacket answer) {
        dropTo(find(answer));
    }

    private int find(TransportPacket answer) {
        if (!answer.has(Opcode.READ_RESPONSE | Opcode.START)) {
            return NONE;
        }
        int payload = answer.payloadLength();
        for (int i = 0; i < count; i++) {
            boolean whole = answer.has(Opcode.END);
            boolean fits = whole ? payload == bytes[i] : payload < bytes[i] && isMtu(payload);
            if (psns[i] == answer.psn() && fits) {
                return i;
            }
        }
        return NONE;
    }

    private static boolean isMtu(int payload) {
        return payload >= Spans.LEAST_MTU && Integer.bitCount(payload) == 1;
    }

    /** Returns whether each begins where the answer to the one before ends. */
    boolean areInOrder(Flow<?, ?> flow) {
        int next = psns[0];
        for (int i = 0; i < count; i++) {
            int span = flow.spanOf(bytes[i]);
            if (span == Spans.UNKNOWN || psns[i] != next) {
                return false;
            }
            next = Psn.add(next, span);
        }
        return count > 0;
    }

    public int count() {
        return count;
    }

    /** Returns the number of the first, as on the wire. */
    public int psn() {
        return psns[0];
    }

    /** Returns the bytes that READ {@code i} asks for, counted from 0. */
    public long bytes(int i) {
        return bytes[i];
    }
}
