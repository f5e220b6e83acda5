package org.urdma4j.transport.qp;

import org.urdma4j.transport.queue.ReceiveSource;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.verbs.QpType;

/**
 * What a queue pair is made of, fixed for its life.
 *
 * @param type RC, UC, UD or RAW_PACKET
 * @param qpn its number
 * @param domain identity of its protection domain
 * @param signalAll whether every send request completes visibly
 * @param receiveQueue its own, or its part in a shared one
 * @param sendSink where completions of the send queue go
 * @param receiveSink where completions of the receive queue go
 * @param datagrams what a UD queue pair needs of the port, null for others
 * @param frames what a RAW_PACKET queue pair needs of the port, null for others
 * @param listener hears of state changes and events
 */
public record QpSetup(
        QpType type,
        int qpn,
        int domain,
        boolean signalAll,
        SendQueue sendQueue,
        ReceiveSource receiveQueue,
        CompletionSink sendSink,
        CompletionSink receiveSink,
        DatagramPort datagrams,
        FramePort frames,
        QpListener listener) {
    /** Describes a reliable connection. */
    public QpSetup(
            int qpn,
            int domain,
            boolean signalAll,
            SendQueue sendQueue,
            ReceiveSource receiveQueue,
            CompletionSink sendSink,
            CompletionSink receiveSink,
            QpListener listener) {
        this(
                QpType.RC,
                qpn,
                domain,
                signalAll,
                sendQueue,
                receiveQueue,
                sendSink,
                receiveSink,
                null,
                null,
                listener);
    }
}
