package org.urdma4j.protection.association.state;

import org.urdma4j.protection.association.message.Message;
import org.urdma4j.protection.association.tls.TlsOutcome;
import org.urdma4j.protection.key.Secret;

import java.util.UUID;

/** What an association wants done, in this order. Secrets belong to who takes the action. */
public sealed interface Action {
    /** Connect to the peer and shake hands; then {@link Association#connected}. */
    record Connect() implements Action {}

    /** Send this over the connection. */
    record Send(Message message) implements Action {}

    /** Close the connection, if there is one. */
    record Disconnect() implements Action {}

    /**
     * There are keys: this end may open and seal by generation 0.
     *
     * @param outcome of the handshake, without its binder
     * @param peerDevice random name of the peer's device
     * @param peerIndex of the association at the peer
     * @param epochBits packets of an epoch, as a power of two
     * @param epochSeconds longest time of an epoch
     */
    record Established(
            TlsOutcome outcome, UUID peerDevice, int peerIndex, int epochBits, int epochSeconds)
            implements Action {}

    /** This end must open what is sealed by a new generation. */
    record Renewed(int generation, Secret secret) implements Action {}

    /** This end may seal by a generation, since the peer opens it. */
    record MaySeal(int generation) implements Action {}

    /** A generation is over: nobody needs it any more. */
    record Retired(int generation) implements Action {}

    /** Something failed, and is tried again, or wasn't established; for people. */
    record Failed(String why) implements Action {}

    /** It is over, and so are its keys; nothing follows. */
    record Ended(String why) implements Action {}
}
