package org.urdma4j.transport.port.frame;

import org.urdma4j.transport.port.pipeline.SendRoute;
import org.urdma4j.transport.wire.TransmitBatch;

/** The link itself as a way: what goes there are whole frames. Confined to the event loop. */
public interface WholeFrameRoute extends SendRoute {
    /** Returns the frames of a batch as the link takes them, until it is asked again. */
    LinkFrames framesOf(TransmitBatch batch);

    @Override
    default boolean isSegmentable() {
        return false;
    }

    @Override
    default void notSegmentable() {
        // it never was
    }
}
