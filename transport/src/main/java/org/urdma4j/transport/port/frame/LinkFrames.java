package org.urdma4j.transport.port.frame;

/** Frames that are ready for the link, each in two parts. Confined to the event loop. */
public interface LinkFrames {
    int count();

    /** Returns the address of the headers of frame {@code i}. */
    long headerAddress(int i);

    /** Returns the bytes of the headers of frame {@code i}. */
    int headerLength(int i);

    /** Returns the address of the payload of frame {@code i}. */
    long payloadAddress(int i);

    /** Returns the bytes of the payload of frame {@code i}. */
    int payloadLength(int i);
}
