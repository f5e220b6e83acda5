package org.urdma4j.tools.rping;

import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;

/** Lets a server read a text from here and write it back, time and again. */
final class RpingClient {
    private final RpingSettings settings;
    private final PrintWriter out;
    private RpingBuffers buffers;

    RpingClient(RpingSettings settings, PrintWriter out) {
        this.settings = settings;
        this.out = out;
    }

    /**
     * Does all pings.
     *
     * @return how many
     * @throws IOException if one comes back damaged
     */
    int run(Context context, InetSocketAddress server) throws IOException, InterruptedException {
        try (PassiveEndpoint endpoint = connect(context, server)) {
            int access =
                    AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE;
            MemoryRegion source = endpoint.allocate(settings.size(), access);
            MemoryRegion sink = endpoint.allocate(settings.size(), access);
            int ping = 0;
            while (settings.count() == 0 || ping < settings.count()) {
                PingText.fill(source.segment(), ping);
                offer(endpoint, source);
                offer(endpoint, sink);
                check(source, sink, ping);
                ping++;
            }
            endpoint.disconnect();
            return ping;
        }
    }

    private PassiveEndpoint connect(Context context, InetSocketAddress server)
            throws IOException, InterruptedException {
        try {
            return PassiveEndpoint.connect(
                    context,
                    server,
                    RpingBuffers.options(settings),
                    made -> buffers = new RpingBuffers(made));
        } catch (VerbsException e) {
            throw new Unreached(server, e, "rping -s");
        }
    }

    /** Names memory, and waits until the server is done with it. */
    private void offer(PassiveEndpoint endpoint, MemoryRegion region)
            throws IOException, InterruptedException {
        buffers.send(endpoint, new PingInfo(region.addr(), region.rkey(), settings.size()));
        buffers.receive(endpoint);
    }

    private void check(MemoryRegion source, MemoryRegion sink, int ping) throws IOException {
        if (settings.validate() && source.segment().mismatch(sink.segment()) != -1) {
            throw new IOException("ping %d came back damaged".formatted(ping));
        }
        if (settings.verbose()) {
            out.println("ping data: " + PingText.of(sink.segment(), settings.size()));
            out.flush();
        }
    }
}
