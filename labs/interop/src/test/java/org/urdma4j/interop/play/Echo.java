package org.urdma4j.interop.play;

import org.urdma4j.endpoint.EndpointOptions;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.SplittableRandom;

/** A connection over the connection manager, on which what is sent comes back. */
final class Echo {
    private static final int BYTES = 50_000;
    private static final int AT = 1 << 16;

    private Echo() {}

    /** Waits for one client and sends back its message, and until it has left. */
    static void serve(PassiveServer server, Duration patience) throws InterruptedException {
        MemoryRegion[] memory = new MemoryRegion[1];
        try (PassiveEndpoint endpoint =
                server.accept(patience, made -> memory[0] = receiving(made))) {
            if (endpoint == null) {
                return;
            }
            WorkCompletion came = endpoint.awaitReceive();
            endpoint.send(memory[0], AT, came.byteLen(), 2);
            endpoint.awaitSend();
            endpoint.awaitDisconnected(patience);
        }
    }

    /**
     * Sends a message and waits until it has come back.
     *
     * @throws IllegalStateException if something else comes back
     */
    static void ask(Context context, InetSocketAddress to, Duration patience)
            throws InterruptedException {
        MemoryRegion[] memory = new MemoryRegion[1];
        EndpointOptions options = EndpointOptions.builder().patience(patience).build();
        try (PassiveEndpoint endpoint =
                PassiveEndpoint.connect(
                        context, to, options, made -> memory[0] = receiving(made))) {
            byte[] bytes = new byte[BYTES];
            new SplittableRandom(1).nextBytes(bytes);
            MemorySegment all = memory[0].segment();
            MemorySegment.copy(bytes, 0, all, ValueLayout.JAVA_BYTE, 0, BYTES);
            endpoint.send(memory[0], BYTES, 1);
            WorkCompletion came = endpoint.awaitReceive();
            if (came.byteLen() != BYTES
                    || all.asSlice(0, BYTES).mismatch(all.asSlice(AT, BYTES)) != -1) {
                throw new IllegalStateException("came back damaged: " + came);
            }
            endpoint.disconnect();
        }
    }

    private static MemoryRegion receiving(PassiveEndpoint endpoint) {
        MemoryRegion region = endpoint.allocate(2L * AT);
        endpoint.receive(region, AT, AT, 0);
        return region;
    }
}
