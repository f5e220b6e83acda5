package org.urdma4j.tools.forward;

import org.urdma4j.forward.entry.ReverseEntry;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.metrics.MetricsServer;
import org.urdma4j.tools.peer.MetricsOption;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.StandardOutput;

import java.io.IOException;

/**
 * The end that has an exit listen, until it is told to end.
 *
 * @param asked host of the exit, and where it is to listen
 * @param target where programs go from there
 */
record ReverseJob(
        ForwardTarget asked,
        OpenRequest target,
        EntryJob.ExitOpener exit,
        int streams,
        MetricsOption metrics,
        ForwardOutput output)
        implements ForwardJob {
    @Override
    public boolean run() throws IOException, InterruptedException {
        StandardOutput.ofProcess().outlast();
        try (ExitHost host = exit.open();
                MetricsServer _ = metrics.start(host.context());
                ReverseEntry entry =
                        ReverseEntry.start(
                                host,
                                asked.exit(),
                                asked.request(),
                                target,
                                streams,
                                ForwardDevice.PATIENCE,
                                output);
                StreamReport _ = StreamReport.start(entry::open, output);
                Interrupt interrupt = new Interrupt(entry::stop, GRACE)) {
            entry.await();
            entry.drain(DRAIN);
            return interrupt.happened();
        }
    }
}
