package org.urdma4j.copy.wire;

import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.MessageCodec;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Messages over a channel that waits: small ones are collected and leave together, so that files by
 * the thousand cost neither a packet nor a round trip each. One thread at a time receives; any may
 * send. What one end doesn't receive keeps the other from sending, by the channel's own means; no
 * memory grows for it.
 */
public final class MessageStream implements Closeable {
    /** Bytes that are collected before they are sent without being asked for. */
    private static final int COLLECTED = 128 << 10;

    /** Signs of life of a day are less than 2^17 bytes. */
    private static final int PINGS_SHIFT = 17;

    private final ByteChannel channel;
    private final Throttle throttle;
    private final ReentrantLock sending = new ReentrantLock();
    private final ByteBuffer out = ByteBuffer.allocateDirect(MessageCodec.LENGTH + Limits.FRAME);
    private final ByteBuffer in =
            ByteBuffer.allocateDirect(2 * (MessageCodec.LENGTH + Limits.FRAME));
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder asked = new LongAdder();
    private final AtomicInteger workers = new AtomicInteger();
    private volatile boolean reading;
    private volatile boolean writing;

    /**
     * @param channel waits in its calls; {@link #close} closes it
     * @param throttle told of all bytes in both directions
     */
    public MessageStream(ByteChannel channel, Throttle throttle) {
        this.channel = channel;
        this.throttle = throttle;
        in.limit(0);
    }

    /** Sends a message soon: with the next ones, or when {@link #flush} is called. */
    public void send(Message message) throws IOException {
        sending.lock();
        try {
            put(message);
            if (out.position() >= COLLECTED) {
                drain();
            }
        } finally {
            sending.unlock();
        }
    }

    /** Sends a message at once. */
    public void sendNow(Message message) throws IOException {
        sending.lock();
        try {
            put(message);
            drain();
        } finally {
            sending.unlock();
        }
    }

    /** Sends what was collected. */
    public void flush() throws IOException {
        sending.lock();
        try {
            drain();
        } finally {
            sending.unlock();
        }
    }

    private void put(Message message) throws IOException {
        int data =
                switch (message) {
                    case Message.Chunk chunk -> chunk.data().remaining();
                    case Message.Whole whole -> whole.data().remaining();
                    case Message.Part part -> part.data().remaining();
                    case Message.Write write -> write.data().remaining();
                    case Message.Select select -> select.data().remaining();
                    case Message.Described described -> (int) described.metadata().bytes();
                    default -> 0;
                };
        if (out.remaining() < MessageCodec.LENGTH + Limits.HEAD + data) {
            drain();
        }
        MessageCodec.write(message, out);
    }

    private void drain() throws IOException {
        out.flip();
        int end = out.limit();
        try {
            while (out.position() < end) {
                int piece = Math.min(throttle.piece(), end - out.position());
                throttle.moving(piece);
                write(out.limit(out.position() + piece));
            }
        } finally {
            out.clear();
        }
    }

    private void write(ByteBuffer piece) throws IOException {
        writing = true;
        try {
            while (piece.hasRemaining()) {
                sent.add(channel.write(piece));
            }
        } finally {
            writing = false;
        }
    }

    /** Returns whether a whole message has arrived, so that {@link #receive} doesn't wait. */
    public boolean isReady() {
        return in.remaining() >= MessageCodec.LENGTH
                && in.remaining() - MessageCodec.LENGTH >= in.getInt(in.position());
    }

    /**
     * Waits for a message. Its data last until the next call.
     *
     * @return null at the end of the stream
     * @throws MalformedMessageException if what came is none
     * @throws EOFException if the stream ends within one
     */
    public Message receive() throws IOException {
        if (!fill(MessageCodec.LENGTH)) {
            return null;
        }
        int length = in.getInt();
        if (length < 1 || length > Limits.FRAME) {
            throw new MalformedMessageException("a message of %d bytes".formatted(length));
        }
        if (!fill(length)) {
            throw new EOFException("the stream ends within a message");
        }
        ByteBuffer frame = in.slice(in.position(), length);
        in.position(in.position() + length);
        Message message = MessageCodec.read(frame);
        if (!(message instanceof Message.Ping)) {
            asked.increment();
        }
        return message;
    }

    /** Reads until so many bytes are there; returns false at the end of the stream. */
    private boolean fill(int bytes) throws IOException {
        while (in.remaining() < bytes) {
            if (in.capacity() - in.position() < bytes || !in.hasRemaining()) {
                in.compact().flip();
            }
            int start = in.position();
            int end = in.limit();
            in.limit(in.capacity()).position(end);
            int count;
            reading = true;
            try {
                count = channel.read(in);
            } finally {
                reading = false;
                in.limit(in.position()).position(start);
            }
            if (count < 0) {
                if (in.hasRemaining()) {
                    throw new EOFException("the stream ends within a message");
                }
                return false;
            }
            received.add(count);
            throttle.moving(count);
        }
        return true;
    }

    /** Returns the bytes of both directions so far; who waits for long moves none. */
    public long moved() {
        return received.sum() + sent.sum();
    }

    /**
     * Returns a number that grows with what is asked for, comes and leaves; hardly with a peer that
     * says that it is there and nothing else.
     */
    public long worked() {
        return asked.sum() + sent.sum() + (received.sum() >>> PINGS_SHIFT);
    }

    /**
     * Returns whether a thread waits for the peer, for its bytes, or for room for its own, and none
     * works on something.
     */
    public boolean isWaiting() {
        return workers.get() == 0 && (reading || writing);
    }

    /**
     * Says that a thread works on something for long without a message; {@link #endWork} ends it.
     */
    public void beginWork() {
        workers.incrementAndGet();
    }

    /** Says that it is done. */
    public void endWork() {
        workers.decrementAndGet();
    }

    /** Closes the channel; what was collected and not sent is lost. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
