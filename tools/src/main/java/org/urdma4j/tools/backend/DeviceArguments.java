package org.urdma4j.tools.backend;

import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.tools.peer.ClientDevice;
import org.urdma4j.tools.peer.ListenAddress;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.VerbsException;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Locale;

/** What carries connections of channels at this end, as their commands have it. Not thread-safe. */
public final class DeviceArguments {
    /** What there is to choose from. */
    enum Name {
        UDP,
        RDMA;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            description =
                    "What RDMA goes through here: ${COMPLETION-CANDIDATES}; rdma is the system's"
                            + " RDMA device, as an RDMA NIC, which speaks standard RoCE, without"
                            + " keys, several paths and error correction; default udp.")
    private Name backend = Name.UDP;

    /** Returns whether the device is the system's. */
    public boolean isRdma() {
        return backend == Name.RDMA;
    }

    /**
     * Checks that nobody asks the system's device for what it hasn't.
     *
     * @param given whether somebody does
     * @param options what asks for it
     * @throws IllegalArgumentException if somebody does
     */
    public void checkNone(boolean given, String options) {
        if (isRdma() && given) {
            throw new IllegalArgumentException(
                    "--backend rdma is standard RoCE, in the clear and uncounted: leave out "
                            + options);
        }
    }

    /**
     * Checks the UDP port of a peer or of this end.
     *
     * @param port 0 for the usual one
     * @throws IllegalArgumentException if the system's device is chosen and has another
     */
    public void checkPort(int port) {
        if (isRdma() && port != 0 && port != CopyDevice.PORT) {
            throw new IllegalArgumentException(
                    "--backend rdma has UDP port %d at both ends, not %d"
                            .formatted(CopyDevice.PORT, port));
        }
    }

    /**
     * Checks where the system's device is to be asked for connections.
     *
     * @param listen what was given, or null
     * @throws IllegalArgumentException if it needs an address or leave to serve whoever asks
     */
    public void checkServer(String listen, boolean insecure) {
        if (!isRdma()) {
            return;
        }
        if (listen == null) {
            throw new IllegalArgumentException(
                    "--backend rdma needs --listen ADDR, an address of the RDMA device");
        }
        checkPort(ListenAddress.parse(listen, CopyDevice.PORT).port());
        if (!insecure) {
            throw new IllegalArgumentException(
                    "--backend rdma has no keys, so that whoever asks is served: add --insecure");
        }
    }

    /**
     * Opens the system's device that has an address.
     *
     * @throws IOException with a line for the user
     */
    public Context open(InetAddress local) throws IOException {
        try {
            return RdmaDevices.open(local);
        } catch (VerbsException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Returns what opens devices for connections to a host.
     *
     * @param bind address of this machine to use, or null
     * @param udp what does so over UDP
     */
    public ClientDevice client(String bind, ClientDevice udp) {
        return isRdma()
                ? (host, address, port, _) -> open(ClientDevice.local(bind, host, address, port))
                : udp;
    }
}
