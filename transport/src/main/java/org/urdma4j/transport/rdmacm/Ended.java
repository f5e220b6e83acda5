package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.ConnParam;

/** Nothing goes on any more, and nothing will. */
final class Ended extends Role {
    Ended(SoftCmId id) {
        super(id);
    }

    @Override
    String describe() {
        return "at its end; create another";
    }

    @Override
    void disconnect() {
        // librdmacm's programs disconnect when they are told of the end
    }

    @Override
    void accept(ConnParam param) {
        if (service.closed()) {
            throw unfit("accept");
        }
        throw new VerbsException(
                Errno.EINVAL, "accept: the peer has withdrawn its request, or was refused");
    }

    @Override
    void reject(RejectReason reason, byte[] data) {
        // the peer has withdrawn
    }
}
