package org.urdma4j.channel;

/** Who is told of the connections that peers have asked for. */
interface Acceptor {
    /** It is connected, and may be accepted. */
    void connected(Link link);

    /** It is closed, perhaps before it was connected. */
    void gone(Link link);
}
