package org.urdma4j.tools.forward;

import org.urdma4j.forward.entry.ForwardEntry;
import org.urdma4j.forward.entry.Greeting;
import org.urdma4j.metrics.MetricsServer;
import org.urdma4j.tools.peer.ListenAddress;
import org.urdma4j.tools.terminal.Interrupt;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Optional;

/**
 * The end that takes TCP connections, until it is told to end.
 *
 * @param does what it does with them, for people
 */
record EntryJob(
        InetSocketAddress listen,
        Greeting greeting,
        ExitOpener exit,
        int streams,
        String does,
        Optional<ListenAddress> scraped,
        ForwardOutput output)
        implements ForwardJob {
    private static final int BACKLOG = 1024;

    /** Opens the way to the exit. */
    @FunctionalInterface
    interface ExitOpener {
        /**
         * Opens it.
         *
         * @throws IOException with a line for the user
         */
        ExitHost open() throws IOException;
    }

    @Override
    public boolean run() throws IOException, InterruptedException {
        try (ServerSocketChannel server = bind();
                ExitHost host = exit.open();
                MetricsServer _ = ForwardJob.metrics(scraped, host.context());
                ForwardEntry entry =
                        ForwardEntry.start(
                                server, greeting, host, streams, ForwardDevice.PATIENCE, output);
                Interrupt interrupt = new Interrupt(entry::stop, GRACE)) {
            output.ready(shown((InetSocketAddress) server.getLocalAddress()), does);
            entry.await();
            entry.drain(DRAIN);
            return interrupt.happened();
        }
    }

    private ServerSocketChannel bind() throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            return server.bind(listen, BACKLOG);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "can't listen on TCP port %d of %s: %s"
                            .formatted(
                                    listen.getPort(),
                                    listen.getAddress().getHostAddress(),
                                    e.getMessage()),
                    e);
        }
    }

    private static String shown(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (address.getAddress() instanceof Inet6Address ? "[" + host + "]" : host)
                + ":"
                + address.getPort();
    }
}
