package org.urdma4j.forward.dial;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks names up in threads of its own: the system's resolver holds a thread for as long as it
 * likes, and few names that nobody answers for must not hold up everything. Any thread may call.
 */
final class NameLookup implements AutoCloseable {
    private static final int THREADS = 8;
    private static final int WAITING = 64;

    private final Resolver resolver;
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(
                    THREADS,
                    THREADS,
                    10,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(WAITING),
                    Thread.ofPlatform().daemon().name("forward-names-", 0).factory());

    NameLookup(Resolver resolver) {
        this.resolver = resolver;
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Returns the addresses of a name, or the one that it is.
     *
     * @throws UnknownHostException if there is none, or none in time
     */
    List<InetAddress> of(String host, Duration most)
            throws UnknownHostException, InterruptedException {
        try {
            return List.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException _) {
            // a name
        }
        Future<List<InetAddress>> found;
        try {
            found = threads.submit(() -> resolver.resolve(host));
        } catch (RejectedExecutionException _) {
            throw new UnknownHostException("too many names are being looked up");
        }
        try {
            return found.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException _) {
            throw new UnknownHostException("no address is known");
        } catch (TimeoutException _) {
            throw new UnknownHostException("the look-up takes too long");
        } finally {
            var _ = found.cancel(true);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
