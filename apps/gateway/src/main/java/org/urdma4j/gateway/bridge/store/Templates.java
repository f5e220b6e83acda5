package org.urdma4j.gateway.bridge.store;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Headers to make packets with, a few for each flow: beside the memory for frames, so that there is
 * always room. Used again; no more than were in use at once.
 */
final class Templates {
    private final ArrayDeque<StoredFrame> spare = new ArrayDeque<>();
    private final int bytes;

    /**
     * @param bytes of one at most
     */
    Templates(int bytes) {
        this.bytes = bytes;
    }

    StoredFrame take() {
        StoredFrame template = spare.poll();
        if (template == null) {
            template = new StoredFrame(ByteBuffer.allocate(bytes));
        }
        return template;
    }

    void release(StoredFrame template) {
        spare.add(template);
    }
}
