package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.transport.cm.CmEvent;
import org.urdma4j.transport.cm.CmState;
import org.urdma4j.transport.seal.PeerKeys;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.ConnParam;

/** One end of a connection, from the request to the end. */
abstract class Linked extends Role {
    /** Bytes of an application in a refusal. */
    static final int REFUSAL_ROOM = 148;

    NegotiatedParams negotiated;

    /** Whether its packets are sealed: nothing that begins so may go on in the clear. */
    final boolean isProtected;

    /** Those of its beginning, or of their end's successors; null for none yet, or never. */
    private PeerKeys keys;

    private int connection;
    private boolean established;

    Linked(SoftCmId id) {
        super(id);
        keys = service.keys(id.peer.gid());
        isProtected = keys != null || service.port.protectionRequired();
    }

    /** It has this number in the connection manager from now on. */
    final void number(int value) {
        connection = value;
        service.bind(value, id);
    }

    final int number() {
        return connection;
    }

    @Override
    final QpAttr initQpAttr(QpState state) {
        boolean whole = negotiated.own() != null && negotiated.peer() != null;
        if (whole && state == QpState.RTR) {
            return QpMoves.readyToReceive(
                    negotiated, id.peer.way(negotiated.path().serviceLevel()));
        }
        return whole && state == QpState.RTS
                ? QpMoves.readyToSend(negotiated)
                : super.initQpAttr(state);
    }

    /**
     * Has the queue pair's packets sealed, if they are to be; before it is ready to receive. A
     * request outlives the keys that it was first sent under, of a peer that is started again: it
     * is sent under the next, and so is the answer.
     */
    final void protect(boolean active) {
        if (!isProtected) {
            return;
        }
        if (keys == null || keys.hasEnded()) {
            keys = service.keys(id.peer.gid());
        }
        Protecting.protect(id, keys, negotiated, service.manager.names(connection), active);
    }

    final void established(ConnParam said) {
        established = true;
        id.tell(CmEventType.ESTABLISHED, 0, said);
    }

    /** The connection can't be made for a reason of this end. */
    final void fail(VerbsException cause) {
        service.manager.disconnect(connection, service.port.nowNs());
        end(CmEventType.CONNECT_ERROR, -cause.errno().value());
    }

    /** Somebody has closed the queue pair, perhaps with the device. */
    final VerbsException queuePairClosed(IllegalStateException cause) {
        return service.closed()
                ? new VerbsException(Errno.ENODEV, "the device is closed", cause)
                : new VerbsException(Errno.EINVAL, "the queue pair was closed", cause);
    }

    private void end(CmEventType type, int status) {
        id.own.fail();
        id.tell(type, status, ConnParam.EMPTY);
        forget();
    }

    final void forget() {
        id.play(new Ended(id));
        service.unbind(connection);
    }

    @Override
    void onEvent(CmEvent event) {
        switch (event) {
            case CmEvent.Rejected rejected -> onRejected(rejected);
            case CmEvent.Unreachable unreachable ->
                    end(CmEventType.UNREACHABLE, -errno(unreachable).value());
            case CmEvent.Disconnected disconnected -> {
                id.own.fail();
                int status = disconnected.vanished() ? -Errno.ETIMEDOUT.value() : 0;
                id.tell(CmEventType.DISCONNECTED, status, ConnParam.EMPTY);
            }
            case CmEvent.TimewaitExit _ -> end(CmEventType.TIMEWAIT_EXIT, 0);
            default -> {
                // not of a connection
            }
        }
    }

    @Override
    final void onMoved(TransportAddress to) {
        id.peer.moveTo(to);
        service.manager.moved(connection, to);
    }

    static Errno errno(CmEvent.Unreachable event) {
        return event.refused() ? Errno.ECONNREFUSED : Errno.ETIMEDOUT;
    }

    /**
     * Ends the connection. The end that has refused the request leaves that to this one: its word
     * would overtake the NAK.
     */
    @Override
    final void onRequestFailed() {
        if (established) {
            service.manager.disconnect(connection, service.port.nowNs());
        }
    }

    @Override
    final void onPeerVanished() {
        if (established) {
            service.manager.vanish(connection, service.port.nowNs());
        }
    }

    void onRejected(CmEvent.Rejected rejected) {
        ConnParam said = ConnParam.EMPTY.privateData(rejected.data().bytes());
        id.own.fail();
        id.tell(CmEventType.REJECTED, rejected.reason(), said);
        forget();
    }

    @Override
    void reject(RejectReason reason, byte[] data) {
        if (established) {
            throw unfit("reject");
        }
        var bytes = ConnParamCodec.data(data, REFUSAL_ROOM);
        long nowNs = service.port.nowNs();
        service.manager.reject(connection, reason, bytes, nowNs);
        id.own.fail();
        forget();
    }

    @Override
    void disconnect() {
        id.own.fail();
        service.manager.disconnect(connection, service.port.nowNs());
        CmState left = service.manager.state(connection);
        if (left == null || left == CmState.REJ_SENT) {
            end(CmEventType.DISCONNECTED, 0); // nothing has come about: no peer will answer
        }
    }

    @Override
    void leave() {
        service.manager.disconnect(connection, service.port.nowNs());
        service.unbind(connection);
    }
}
