package org.urdma4j.netty;

import io.netty.channel.IoEvent;

/** What may have become possible for a channel; the handler has one, for all its channels. */
final class UrdmaIoEvent implements IoEvent {
    /** There is something to read or to accept, or the connection has ended. */
    static final int READ = 1;

    /** There is room, or the connection has ended. */
    static final int WRITE = 2;

    /** It is connected, or won't be. */
    static final int CONNECT = 4;

    /** The channel's stream has something to do. */
    static final int PROGRESS = 8;

    private int ready;

    void ready(int bits) {
        ready = bits;
    }

    boolean isReady(int bit) {
        return (ready & bit) != 0;
    }
}
