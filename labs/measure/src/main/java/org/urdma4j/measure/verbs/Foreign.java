package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.net.InetAddress;

/** What a device of another provider can't do of what runs may ask for. */
final class Foreign {
    private Foreign() {}

    /**
     * Checks a run before the device is opened.
     *
     * @throws IOException with a line for people
     */
    static void require(EndSetup setup) throws IOException {
        RunSpec spec = setup.spec();
        Tuning tuning = spec.tuning();
        String here = "the device of " + setup.local().getHostAddress();
        require(
                spec.protocol() == Protocol.STANDARD,
                here + " speaks standard RoCE: give the client --protocol standard");
        require(
                !spec.receives(setup.side())
                        || spec.operation().fetches()
                        || Layout.carriesNotice(spec),
                here
                        + " doesn't tell of WRITEs that come: use --op write-imm, send or read, or"
                        + " --verify");
        require(!tuning.spread().wanted(), here + " has one path: leave out --paths and --rails");
        require(
                tuning.dscp() == 0 && tuning.socketBufferBytes() == 0,
                here + " takes neither --dscp nor --socket-buffer");
    }

    private static void require(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            throw new IOException(otherwise);
        }
    }

    /**
     * Returns the path MTU: what was asked for, or the link's.
     *
     * @throws IOException if the link carries less
     * @throws VerbsException if the device can't be opened
     */
    static int payload(RunSpec spec, Backend backend, InetAddress local) throws IOException {
        try (Context context = backend.openDevice(local).orElseThrow()) {
            int most =
                    context.queryPort(Backend.entry(context, local).portNum()).activeMtu().bytes();
            int asked = spec.tuning().mtu();
            require(
                    asked <= most,
                    "--mtu %d is above the link's: use --mtu %d or less".formatted(asked, most));
            return asked == 0 ? most : asked;
        }
    }
}
