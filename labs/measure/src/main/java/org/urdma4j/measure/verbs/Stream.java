package org.urdma4j.measure.verbs;

import org.urdma4j.measure.traffic.StreamTally;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendWr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One queue pair and where it stands. Each count has one writer, the thread that posts or the one
 * that takes receives; the measuring thread reads.
 */
final class Stream {
    private static final VarHandle COMPLETED = handle("completed");
    private static final VarHandle TAKEN = handle("taken");

    final int index;
    final QueuePair pair;

    /** This end of the connection; null while that is being made. */
    QpEndpoint endpoint;

    /** Requests posted; of the posting thread. */
    long posted;

    /** Receives posted; of the taking thread. */
    long receives;

    /** Where datagrams go, null on a connection. */
    private AddressHandle address;

    private int remoteQpn;
    private int remoteQkey;

    private long completed;
    private long taken;

    /** Whose requests count here: another's where its datagrams are for this one's peer, too. */
    private Stream sender = this;

    Stream(int index, QueuePair pair, QpEndpoint endpoint) {
        this.index = index;
        this.pair = pair;
        this.endpoint = endpoint;
    }

    private static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(Stream.class, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Datagrams go there from now on. */
    void destination(AddressHandle to, int qpn, int qkey) {
        address = to;
        remoteQpn = qpn;
        remoteQkey = qkey;
    }

    /** Addresses a request, if that is necessary. */
    void address(SendWr request) {
        if (address != null) {
            request.ud(address, remoteQpn, remoteQkey);
        }
    }

    /** Counts the requests of another as those of this one, which has none. */
    void follow(Stream other) {
        sender = other;
    }

    void complete() {
        COMPLETED.setOpaque(this, completed + 1);
    }

    /** Notes a message that came. */
    void take() {
        TAKEN.setOpaque(this, taken + 1);
    }

    long completed() {
        return (long) COMPLETED.getOpaque(sender);
    }

    long taken() {
        return (long) TAKEN.getOpaque(this);
    }

    StreamTally tally(long size, long received, long retransmitted) {
        long operations = completed();
        return new StreamTally(operations * size, received, operations, retransmitted);
    }
}
