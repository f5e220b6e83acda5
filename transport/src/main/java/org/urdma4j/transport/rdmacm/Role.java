package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.transport.cm.CmEvent;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetSocketAddress;

/**
 * What an identifier is doing, which decides which calls fit: the others are refused with EINVAL,
 * or with ENODEV where that is because the device is closed. Confined to the event loop.
 */
abstract class Role {
    final SoftCmId id;
    final ConnectionService service;

    Role(SoftCmId id) {
        this.id = id;
        this.service = id.service;
    }

    /** Returns what it is, to be put in "the identifier is …". */
    abstract String describe();

    final VerbsException unfit(String call) {
        if (service.closed()) {
            return new VerbsException(Errno.ENODEV, call + ": the device is closed");
        }
        return new VerbsException(
                Errno.EINVAL, "%s: the identifier is %s".formatted(call, describe()));
    }

    void resolveAddr(InetSocketAddress destination) {
        throw unfit("resolveAddr");
    }

    void resolveRoute() {
        throw unfit("resolveRoute");
    }

    void listen(int backlog) {
        throw unfit("listen");
    }

    void connect(ConnParam param) {
        throw unfit("connect");
    }

    void accept(ConnParam param) {
        throw unfit("accept");
    }

    void reject(RejectReason reason, byte[] data) {
        throw unfit("reject");
    }

    void disconnect() {
        throw unfit("disconnect");
    }

    void establish() {
        throw unfit("establish");
    }

    /** Returns the number of the peer's queue pair, 0 while it isn't known. */
    int peerQpn() {
        return 0;
    }

    QpAttr initQpAttr(QpState state) {
        if (state == QpState.INIT) {
            return QpMoves.init();
        }
        throw unfit("initQpAttr to " + state);
    }

    void checkUnconnected() {
        throw unfit("an option");
    }

    /** A packet has come to the queue pair, which stands for the peer's word. */
    void onCommunicationEstablished() {
        // known already, or about nothing
    }

    /** A request has failed, and the queue pair is about to, which isn't to be touched now. */
    void onRequestFailed() {
        // nothing depends on it
    }

    /** The peer's device is somewhere else now. */
    void onMoved(TransportAddress to) {
        // there is no connection
    }

    /** The peer doesn't answer any more; the queue pair isn't to be touched now. */
    void onPeerVanished() {
        // nothing depends on it
    }

    /** Takes what the connection manager tells of the connection. */
    void onEvent(CmEvent event) {
        // of something that this identifier has left
    }

    /** The identifier is closed: ends what goes on. */
    void leave() {
        // nothing goes on
    }
}
