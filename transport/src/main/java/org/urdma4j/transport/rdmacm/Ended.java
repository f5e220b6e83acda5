package org.urdma4j.transport.rdmacm;

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
    void reject(byte[] data) {
        // the peer has withdrawn
    }
}
