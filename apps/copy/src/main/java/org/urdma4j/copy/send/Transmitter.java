package org.urdma4j.copy.send;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.pass.Chunks;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.read.ReadAhead;
import org.urdma4j.copy.read.ReadChunk;
import org.urdma4j.copy.read.ReadRequest;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.wire.MessageStream;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends what was read ahead, in the order in which it was asked for. */
final class Transmitter {
    private final ReadAhead reads;
    private final MessageStream stream;
    private final PassListener listener;
    private final Runnable rangeSent;
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * @param rangeSent told of each range of a file once it has gone, or failed
     */
    Transmitter(ReadAhead reads, MessageStream stream, PassListener listener, Runnable rangeSent) {
        this.rangeSent = rangeSent;
        this.reads = reads;
        this.stream = stream;
        this.listener = listener;
    }

    /** Has a file, or chunks that are lent, read and sent; the tag is the number of it. */
    void submit(ReadRequest request) throws InterruptedException {
        waiting.incrementAndGet();
        reads.submit(request);
    }

    /** Sends until there is no more. */
    void run() throws IOException, InterruptedException {
        for (ReadChunk next = reads.next(); next != null; next = reads.next()) {
            try (ReadChunk chunk = next) {
                transmit(chunk);
                if (chunk.isLast() && chunk.request().isRange()) {
                    rangeSent.run();
                }
                boolean idle = chunk.isLast() && waiting.decrementAndGet() == 0;
                if (idle) {
                    stream.flush();
                }
            }
        }
    }

    private void transmit(ReadChunk chunk) throws IOException {
        int id = (Integer) chunk.request().tag();
        DiskException failure = chunk.failure();
        if (failure != null) {
            Fault fault = Fault.of(failure.kind());
            stream.send(new Message.Abandon(id, fault, failure.getMessage()));
        } else if (Chunks.isSmall(chunk.request().stat().size())) {
            ByteString digest = ByteString.of(chunk.sha256());
            stream.send(new Message.Whole(id, digest, chunk.data()));
            listener.onMoved(chunk.length());
        } else {
            sendPart(id, chunk);
        }
    }

    private void sendPart(int id, ReadChunk chunk) throws IOException {
        if (chunk.isHole()) {
            stream.send(new Message.Hole(id, chunk.index()));
        } else if (chunk.length() > 0) {
            ByteString digest = ByteString.of(chunk.sha256());
            stream.send(new Message.Chunk(id, chunk.index(), digest, chunk.data()));
        }
        listener.onMoved(chunk.length());
        if (chunk.isLast()) {
            stream.send(new Message.End(id));
        }
    }
}
