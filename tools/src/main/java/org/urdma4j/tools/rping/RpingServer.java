package org.urdma4j.tools.rping;

import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reads a text from a client and writes it back, as long as the client wants. */
final class RpingServer {
    private static final PingInfo GO_ON = new PingInfo(0, 0, 0);

    private final boolean verbose;
    private final PrintWriter out;

    RpingServer(boolean verbose, PrintWriter out) {
        this.verbose = verbose;
        this.out = out;
    }

    /**
     * Serves a client until it disconnects.
     *
     * @param buffers with the first receive posted
     * @return how many pings there were
     * @throws IOException if it says what can't be
     * @throws VerbsException if the connection breaks within a ping
     */
    int serve(PassiveEndpoint endpoint, RpingBuffers buffers)
            throws IOException, InterruptedException {
        MemoryRegion text = endpoint.allocate(PingText.MOST);
        int pings = 0;
        while (true) {
            PingInfo source;
            try {
                if (pings > 0) {
                    buffers.send(endpoint, GO_ON);
                }
                source = buffers.receive(endpoint);
            } catch (VerbsException e) {
                if (e.errno() == Errno.ECONNRESET) {
                    return pings; // it may leave before it has acknowledged the last message
                }
                throw e;
            }
            answer(endpoint, buffers, text, source);
            pings++;
        }
    }

    /** Reads a text and writes it back; the client doesn't know yet that this is done. */
    private void answer(
            PassiveEndpoint endpoint, RpingBuffers buffers, MemoryRegion text, PingInfo source)
            throws IOException, InterruptedException {
        int length = source.length();
        if (length < 1 || length > PingText.MOST) {
            throw new IOException(
                    "the client's pings have %s bytes, at most %d are taken"
                            .formatted(Integer.toUnsignedString(length), PingText.MOST));
        }
        endpoint.read(text, 0, length, source.addr(), source.rkey(), 0);
        endpoint.awaitSend();
        if (verbose) {
            out.println("server ping data: " + PingText.of(text.segment(), length));
            out.flush();
        }
        buffers.send(endpoint, GO_ON);
        PingInfo sink = buffers.receive(endpoint);
        int back = Math.min(length, textLength(text.segment(), length) + 1);
        endpoint.write(text, 0, back, sink.addr(), sink.rkey(), 0);
        endpoint.awaitSend();
    }

    /** As rping does, only the text and its zero are written back. */
    private static int textLength(MemorySegment memory, int length) {
        return PingText.lengthOf(memory.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
    }
}
