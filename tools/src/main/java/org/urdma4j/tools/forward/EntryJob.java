package org.urdma4j.tools.forward;

import org.urdma4j.forward.entry.ForwardEntry;
import org.urdma4j.forward.entry.Greeting;
import org.urdma4j.forward.entry.KeptChannels;
import org.urdma4j.forward.relay.ListeningSocket;
import org.urdma4j.metrics.MetricsServer;
import org.urdma4j.tools.peer.MetricsOption;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.StandardOutput;

import java.io.IOException;
import java.net.SocketAddress;

/**
 * The end that takes connections, until it is told to end.
 *
 * @param does what it does with them, for people
 */
record EntryJob(
        SocketAddress listen,
        Greeting greeting,
        ExitOpener exit,
        int streams,
        String does,
        MetricsOption metrics,
        ForwardOutput output)
        implements ForwardJob {
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
        StandardOutput.ofProcess().outlast();
        try (ListeningSocket server = ListeningSocket.bind(listen);
                ExitHost host = exit.open();
                MetricsServer _ = metrics.start(host.context());
                KeptChannels kept = new KeptChannels(host);
                ForwardEntry entry =
                        ForwardEntry.start(
                                server, greeting, kept, streams, ForwardDevice.PATIENCE, output);
                StreamReport _ = StreamReport.start(entry::open, output);
                Interrupt interrupt = new Interrupt(entry::stop, GRACE)) {
            output.ready(server.text(), does);
            entry.await();
            entry.drain(DRAIN);
            return interrupt.happened();
        }
    }
}
