package org.urdma4j.transport.unreliable;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.ReceiveWqe;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.work.ReceiveCompletions;
import org.urdma4j.verbs.WcFlags;

/**
 * Takes the datagrams of UD (IBTA 1.4 §9.8.3): each goes to the next receive, behind the network
 * header that it came with. What isn't allowed or finds no receive is dropped in silence. The
 * sequence numbers of several senders mean nothing here.
 */
final class DatagramReceiver implements Receiver {
    private final QpContext qp;
    private final ReceiveCompletions receives;
    private final NetworkHeader header;

    DatagramReceiver(QpContext qp, ReceiveCompletions receives) {
        this.qp = qp;
        this.receives = receives;
        this.header = qp.datagrams.header();
    }

    @Override
    public void start(int psn) {
        // any number will do
    }

    @Override
    public void reset() {
        // a datagram is whole, or isn't there
    }

    @Override
    public void onPacket(ReceivedPacket packet) {
        TransportPacket headers = packet.headers();
        ReceiveWqe receive = qp.receiveQueue.peek();
        Counter objection = objection(headers, receive);
        if (objection != null) {
            qp.count(objection);
        } else if (place(packet, receive)) {
            complete(headers, receive);
        } else {
            receives.failForMemory(receive);
        }
    }

    private Counter objection(TransportPacket headers, ReceiveWqe receive) {
        if (receive == null) {
            return Counter.DROPPED_NO_RECEIVE;
        }
        int bytes = headers.payloadLength();
        boolean fits = bytes <= qp.mtu && NetworkHeader.LENGTH + bytes <= receive.sges().length();
        return fits ? null : Counter.DROPPED_REFUSED;
    }

    private boolean place(ReceivedPacket packet, ReceiveWqe receive) {
        if (!qp.resolve(receive)) {
            return false;
        }
        TransportPacket headers = packet.headers();
        header.of(
                packet.source(), packet.arrivedAt(), headers.length() + TransmitBatch.ICRC_LENGTH);
        int bytes = headers.payloadLength();
        return receive.sges().scatter(0, NetworkHeader.LENGTH, header)
                && (bytes == 0 || receive.sges().scatter(NetworkHeader.LENGTH, bytes, packet));
    }

    private void complete(TransportPacket headers, ReceiveWqe receive) {
        boolean immediate = headers.has(Opcode.IMMEDIATE);
        qp.counters.add(Counter.PLACED_BYTES, headers.payloadLength());
        qp.count(Counter.RDMA_RECVS);
        receives.completeDatagram(
                receive,
                NetworkHeader.LENGTH + (long) headers.payloadLength(),
                immediate ? headers.immediate() : 0,
                WcFlags.GRH | (immediate ? WcFlags.WITH_IMM : 0),
                headers.srcQp(),
                headers.solicited());
    }
}
