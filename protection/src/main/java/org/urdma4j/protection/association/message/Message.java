package org.urdma4j.protection.association.message;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;

/**
 * A message between the ends of an association. Immutable; buffers are only read at their marks.
 */
public sealed interface Message {
    /** The version of all this, which a HELLO begins with. */
    int VERSION = 1;

    /**
     * The client's first. The server answers with WELCOME or REFUSED.
     *
     * @param device random name of the client's device, of this run of it
     * @param index of the association at the client, not 0: how the server names it to the client
     * @param epochBits packets of an epoch that the client wants, as a power of two, 8 to 22
     * @param epochSeconds longest time of an epoch that the client wants, from 1
     * @param resume if the client has this association already, and lost the connection
     */
    record Hello(UUID device, int index, int epochBits, int epochSeconds, Optional<Resume> resume)
            implements Message {}

    /**
     * How a client takes up an association again.
     *
     * @param index of it at the server
     * @param generation number of the generation whose secret this connection exports
     * @param proof by the newest binder that the client has
     */
    record Resume(int index, int generation, ByteBuffer proof) {}

    /**
     * The server has the generation of this connection; the client may seal by it.
     *
     * @param device of the server
     * @param index of the association at the server, not 0
     * @param epochBits the smaller of both
     * @param epochSeconds the smaller of both
     */
    record Welcome(UUID device, int index, int epochBits, int epochSeconds) implements Message {}

    /** The server doesn't want this association, and closes the connection. */
    record Refused(Refusal why) implements Message {}

    /** The sender is alive. */
    record Heartbeat() implements Message {}

    /**
     * A piece of the handshake that makes a new generation; the client's first one begins it.
     *
     * @param generation its number, 0 to 255
     * @param attempt counts what the client began
     * @param tls bytes of the inner TLS connection
     */
    record Renewal(int generation, int attempt, ByteBuffer tls) implements Message {}

    /** The server has this generation; the client may seal by it. */
    record Renewed(int generation) implements Message {}

    /** The sender ends the association. */
    record Bye() implements Message {}
}
