package org.urdma4j.copy.files;

import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.pass.SessionException;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The answer to a request, which is on its way. One thread gives it, any may wait for it.
 *
 * @param <T> what is asked for
 */
public final class Pending<T> {
    /** Takes the messages of an answer, up to the one that ends it. */
    interface Taker<T> {
        /**
         * Takes a message; its data last until this returns.
         *
         * @return null if more must come
         */
        T take(Message message) throws IOException;
    }

    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final Taker<T> taker;

    Pending(Taker<T> taker) {
        this.taker = taker;
    }

    boolean take(Message message) {
        try {
            if (message instanceof Message.Failed m) {
                throw new SessionException(m.fault(), m.text());
            }
            T value = taker.take(message);
            if (value != null) {
                result.complete(value);
            }
        } catch (IOException | RuntimeException e) {
            result.completeExceptionally(e);
        }
        return result.isDone();
    }

    void fail(IOException why) {
        result.completeExceptionally(why);
    }

    static MalformedMessageException unexpected(Message message) {
        return new MalformedMessageException("not the answer that was expected: " + message);
    }

    /** Returns whether {@link #await} doesn't wait. */
    public boolean isDone() {
        return result.isDone();
    }

    /**
     * Waits for the answer.
     *
     * @throws SessionException what the server says instead
     * @throws InterruptedIOException if the thread is interrupted; the answer comes nevertheless
     * @throws IOException if the connection has ended
     */
    public T await() throws IOException {
        try {
            return result.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the server was asked");
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    /** The place where it was waited for is of more use than that of the connection's thread. */
    private static IOException failure(Throwable cause) {
        if (cause instanceof SessionException e) {
            SessionException here = new SessionException(e.fault(), e.getMessage());
            here.initCause(e);
            return here;
        }
        return new IOException(cause.getMessage(), cause);
    }
}
