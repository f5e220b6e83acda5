package org.urdma4j.tools.rping;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;
import org.urdma4j.verbs.cm.UdParam;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** An end of a multicast group, which sends some datagrams or receives as many. */
final class Mckey implements AutoCloseable {
    private static final int NETWORK_HEADER = 40;
    private static final int WINDOW = 64;
    private static final int ANY_PORT = 7174;

    private final int messages;
    private final int size;
    private final Duration patience;
    private final ProtectionDomain domain;
    private final CompletionChannel wakes;
    private final CompletionQueue completions;
    private final MemoryRegion memory;
    private final CmEventChannel events;
    private final CmId id;
    private UdParam to;

    /**
     * Creates an end that is in no group yet.
     *
     * @param messages to send or to receive
     * @param size of a datagram in bytes
     * @param patience with the next datagram
     */
    Mckey(Context context, int messages, int size, Duration patience) {
        this.messages = messages;
        this.size = size;
        this.patience = patience;
        domain = context.allocPd();
        wakes = context.createCompChannel();
        completions = context.createCq(2 * messages, null, wakes);
        long bytes = (long) (NETWORK_HEADER + size) * messages;
        memory = domain.regMr(context.allocate(bytes), AccessFlags.LOCAL_WRITE);
        events = RdmaCm.createEventChannel(context);
        id = events.createId(context, CmPortSpace.UDP);
    }

    /** Joins, with receives posted for all datagrams. */
    void join(InetAddress group) throws InterruptedException {
        id.resolveAddr(null, new InetSocketAddress(group, ANY_PORT), patience);
        var _ = events.getCmEvent(patience);
        QueuePair qp =
                id.createQp(
                        domain,
                        QpInitAttr.builder()
                                .qpType(QpType.UD)
                                .cq(completions)
                                .cap(new QpCap(WINDOW, messages, 1, 1, 0))
                                .build());
        int stride = NETWORK_HEADER + size;
        for (int i = 0; i < messages; i++) {
            qp.postRecv(new RecvWr().addSge(memory.sge((long) i * stride, stride)));
        }
        id.joinMulticast(group);
        CmEvent joined = events.getCmEvent(patience);
        to = joined.ud();
    }

    /** Sends all datagrams; returns how many have left. */
    int send() throws InterruptedException {
        QueuePair qp = id.qp();
        AddressHandle ah = domain.createAh(to.ahAttr());
        SendWr wr =
                new SendWr()
                        .sendFlags(SendFlags.SIGNALED)
                        .ud(ah, to.qpNum(), to.qkey())
                        .addSge(memory.sge(0, size));
        int sent = 0;
        for (int posted = 0; sent < posted || posted < messages; ) {
            while (posted < messages && posted - sent < WINDOW) {
                qp.postSend(wr);
                posted++;
            }
            WorkCompletion done = next();
            if (done == null || !done.isSuccess()) {
                break;
            }
            sent += done.opcode().isReceive() ? 0 : 1; // what the group brings back
        }
        return sent;
    }

    /** Returns how many datagrams came, all or those before patience ended or one failed. */
    int receive() throws InterruptedException {
        int received = 0;
        while (received < messages) {
            WorkCompletion done = next();
            if (done == null || !done.isSuccess()) {
                break;
            }
            received++;
        }
        return received;
    }

    private WorkCompletion next() throws InterruptedException {
        WorkCompletion[] one = WorkCompletion.array(1);
        while (completions.poll(one) == 0) {
            completions.reqNotify(false);
            if (completions.poll(one) == 1) {
                break;
            }
            if (wakes.getCqEvent(patience) == null) {
                return null;
            }
        }
        return one[0];
    }

    @Override
    public void close() {
        events.close();
    }
}
