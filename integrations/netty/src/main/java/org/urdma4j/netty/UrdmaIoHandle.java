package org.urdma4j.netty;

import io.netty.channel.IoHandle;

/** What an {@link UrdmaIoHandler} calls, in its event loop. */
interface UrdmaIoHandle extends IoHandle {
    /** The event loop ends. */
    void closeNow();

    @Override
    void close();
}
