package org.urdma4j.interop.play;

import org.urdma4j.verbs.Gid;

import java.io.IOException;
import java.util.List;

/**
 * One end of a connection: a queue pair and registered memory, on our device or on the guest's.
 * Places in the memory are offsets in bytes. What an end can't do throws.
 */
interface End extends AutoCloseable {
    String name();

    int qpn();

    Gid gid();

    long address();

    int rkey();

    /** Connects to {@code peer}, which has to do the same. */
    void connect(End peer, int mtu, int sendPsn, int receivePsn) throws IOException;

    /** Fills memory with bytes that follow from {@code seed}, the same on every end. */
    void fill(long at, long size, long seed) throws IOException;

    /** Returns the CRC-32 of memory. */
    int sum(long at, long size) throws IOException;

    byte[] peek(long at, int size) throws IOException;

    void poke(long at, byte[] bytes) throws IOException;

    void postReceive(long id, long at, long size) throws IOException;

    /** Posts a request to {@code peer}. */
    void post(Request request, End peer) throws IOException;

    /** Returns the key of a window of memory, which a peer may invalidate. */
    int window(long at, int size) throws IOException;

    /** Replaces the queue pair by a new one that isn't connected. */
    void renew() throws IOException;

    /** Returns the completions that come within a short time, so many at most. */
    List<Completion> drain(int count) throws IOException;

    /** Waits for so many completions, at most some seconds, and returns those that came. */
    List<Completion> complete(int count) throws IOException;

    @Override
    void close() throws IOException;
}
