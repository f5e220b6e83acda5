package org.urdma4j.measure.spec;

/** The transport service of a run's queue pairs. */
public enum Service implements Labelled {
    /** Reliable connections. */
    RC,
    /** Unreliable connections: what is lost stays lost. */
    UC,
    /** Datagrams: messages of one packet, and what is lost stays lost. */
    UD;

    /** Returns whether everything that is sent arrives. */
    public boolean reliable() {
        return this == RC;
    }

    public boolean carries(Operation operation) {
        return switch (this) {
            case RC -> true;
            case UC -> !operation.fetches();
            case UD -> operation == Operation.SEND;
        };
    }
}
