package org.urdma4j.channel;

import org.urdma4j.verbs.VerbsException;

/** Who is told of the connections that peers have asked for. */
interface Acceptor {
    /** It is connected, and may be accepted. */
    void connected(Link link);

    /** There is no memory for it, of which its peer is told. */
    void refused(VerbsException cause);

    /** It is closed, perhaps before it was connected. */
    void gone(Link link);
}
