package org.urdma4j.transport.port.pcap;

import java.io.IOException;

/** Where a port's frames come from and go to. One thread runs {@link #loop}. */
interface FrameLink extends AutoCloseable {
    /** Hands frames over until there are no more, or {@link #breakLoop}. */
    void loop(PcapInterface.Listener listener) throws IOException;

    /** Ends the loop soon; any thread. */
    void breakLoop();

    /** Sends a frame; any thread. */
    void send(byte[] frame, int length) throws IOException;

    /** Returns how many frames were dropped so far because there was no room. */
    long dropped();

    @Override
    void close();
}
