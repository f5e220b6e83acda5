package org.urdma4j.interop.play;

import org.urdma4j.interop.guest.GuestShell;

import java.io.IOException;
import java.net.InetSocketAddress;

/** The guest between two networks, whose kernel's netem impairs what it passes on, either way. */
final class Router implements AutoCloseable {
    private static final int PATIENCE_MS = 20_000;

    private final InetSocketAddress shell;

    Router(InetSocketAddress shell) {
        this.shell = shell;
    }

    /**
     * Sets what happens to packets.
     *
     * @param netem as tc-netem(8) has it
     */
    void impair(String netem) throws IOException {
        run(
                "for card in eth0 eth1; do /bin/tc qdisc replace dev $card root netem limit 20000 "
                        + netem
                        + "; done");
    }

    private void run(String command) throws IOException {
        try (GuestShell guest = new GuestShell(shell)) {
            var _ = guest.run(command, PATIENCE_MS);
        }
    }

    @Override
    public void close() throws IOException {
        run("for card in eth0 eth1; do /bin/tc qdisc delete dev $card root; done");
    }
}
