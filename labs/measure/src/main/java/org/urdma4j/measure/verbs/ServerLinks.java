package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Load;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Accepts the connections, when all have been asked for, on a thread of its own. Who doesn't know
 * the token of the run is refused.
 */
final class ServerLinks extends Links {
    private final CompletableFuture<Void> connected = new CompletableFuture<>();
    private final long token = new SecureRandom().nextLong();
    private final CmId listener;
    private final InetAddress client;
    private Thread thread;

    /** Listens; requests wait for {@link #accept}. */
    ServerLinks(VerbsDevice device, QpOptions options, String peer, InetAddress client) {
        super(device, options, peer);
        this.client = client;
        listener = createId();
        listener.bindAddr(new InetSocketAddress(0));
        listener.listen(Load.MAX_STREAMS);
    }

    int port() {
        return listener.localAddr().getPort();
    }

    long token() {
        return token;
    }

    /**
     * Begins to accept, and returns at once.
     *
     * @param prepare done when there are queue pairs, before they can be sent to
     */
    void accept(int count, Runnable prepare) {
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("bench-accept")
                        .start(() -> {
                            try {
                                acceptAll(count, prepare);
                                connected.complete(null);
                            } catch (VerbsException e) {
                                connected.completeExceptionally(failed(e));
                            } catch (IOException | InterruptedException | RuntimeException e) {
                                connected.completeExceptionally(e);
                            }
                        });
    }

    private void acceptAll(int count, Runnable prepare) throws IOException, InterruptedException {
        CmId[] ids = new CmId[count];
        Stream[] streams = new Stream[count];
        int[] asked = {0};
        while (asked[0] < count) {
            List<CmEvent> requests = awaitSome(CmEventType.CONNECT_REQUEST);
            device.each(
                    requests.size(), i -> asked[0] += take(requests.get(i), ids, streams) ? 1 : 0);
        }
        device.streams(List.of(streams));
        prepare.run();
        device.each(count, i -> ids[i].accept(options.param(i)));
        awaitAll(count);
    }

    /**
     * Returns whether a request is for a stream, which has a queue pair then; on the event loop.
     */
    private boolean take(CmEvent request, CmId[] ids, Stream[] streams) {
        int index = index(request, ids);
        if (index < 0) {
            request.id().close();
            return false;
        }
        ids[index] = request.id();
        streams[index] = stream(index, request.id());
        return true;
    }

    /** Returns which stream a request is for, -1 if it is none of the client's. */
    private int index(CmEvent request, CmId[] ids) {
        ByteBuffer data = ByteBuffer.wrap(Arrays.copyOf(request.conn().privateData(), DATA_BYTES));
        boolean known = data.getLong() == token && isClient(request.id().peerAddr().getAddress());
        int index = data.getInt();
        return known && index >= 0 && index < ids.length && ids[index] == null ? index : -1;
    }

    private boolean isClient(InetAddress address) {
        return Arrays.equals(address.getAddress(), client.getAddress());
    }

    /** Waits until every stream is connected. */
    void await() throws IOException, InterruptedException {
        try {
            connected.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException("the connections were not made: " + e.getCause(), e);
        }
    }

    @Override
    void halt() {
        if (thread != null) {
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
