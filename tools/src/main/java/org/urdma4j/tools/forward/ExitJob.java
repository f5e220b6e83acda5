package org.urdma4j.tools.forward;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.forward.exit.ExitOptions;
import org.urdma4j.forward.exit.ForwardExit;
import org.urdma4j.metrics.MetricsServer;
import org.urdma4j.tools.peer.ListenAddress;
import org.urdma4j.tools.peer.MetricsOption;
import org.urdma4j.tools.peer.OwnUsers;
import org.urdma4j.tools.terminal.Interrupt;
import org.urdma4j.tools.terminal.StandardOutput;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.net.InetAddress;

/**
 * The end that connects to targets, until it is told to end.
 *
 * @param ownUsers takes programs of its own user and of root alone
 */
record ExitJob(
        ListenAddress where,
        InetAddress address,
        ExitOptions options,
        ChannelOptions channels,
        DeviceOpener device,
        boolean ownUsers,
        MetricsOption metrics,
        ForwardOutput output)
        implements ForwardJob {
    /** Opens the device that streams come to. */
    @FunctionalInterface
    interface DeviceOpener {
        /**
         * Opens it.
         *
         * @throws IOException with a line for the user
         */
        Context open() throws IOException;
    }

    @Override
    public boolean run() throws IOException, InterruptedException {
        StandardOutput.ofProcess().outlast();
        ExitOptions used = options;
        if (ownUsers) {
            OwnUsers users = new OwnUsers(where.port());
            used = options.admission(users::refusal);
        }
        try (Context context = device.open();
                RdmaServerChannel server =
                        RdmaServerChannel.listen(
                                context, ForwardDevice.SERVICE, ForwardDevice.BACKLOG, channels);
                MetricsServer _ = metrics.start(context);
                ForwardExit exit = ForwardExit.start(server, used, output);
                StreamReport _ = StreamReport.start(exit::open, output);
                Interrupt interrupt = new Interrupt(exit::stop, GRACE)) {
            output.ready(where.shown(address), "an exit of `urdma forward`");
            exit.await();
            exit.drain(DRAIN);
            return interrupt.happened();
        }
    }
}
