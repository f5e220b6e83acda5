package org.urdma4j.protection.association.net;

import org.urdma4j.protection.association.AssociationInfo;
import org.urdma4j.protection.association.message.Message;
import org.urdma4j.protection.association.message.Message.Hello;
import org.urdma4j.protection.association.tls.TlsOutcome;

/** What other threads tell that of an association. */
sealed interface Event {
    /** A connection that was asked for by {@code dial} has TLS on it. */
    record Dialled(int dial, Link link, TlsOutcome outcome, long handshakeNs) implements Event {}

    /** A connection that was asked for by {@code dial} wasn't made. */
    record NotDialled(int dial, String why) implements Event {}

    /** The client has come back. */
    record Resumed(Link link, TlsOutcome outcome, Hello hello) implements Event {}

    /** A message came. */
    record Came(Link link, Message message) implements Event {}

    /** A connection is gone. */
    record Gone(Link link, String why) implements Event {}

    /** The peer's connection took the place of this one before it was established. */
    record Superseded(AssociationInfo by) implements Event {}

    /** It is to end. */
    record Close(String why) implements Event {}
}
