package org.urdma4j.tools.rping;

import org.urdma4j.tools.peer.Loopback;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Function;

/** Finds the address of this machine that an end uses, so that nobody has to name it. */
final class LocalAddress {
    private static final int ROCE_PORT = 4791;

    private LocalAddress() {}

    /**
     * Looks a name up.
     *
     * @throws IOException with a line for people if there is no such name
     */
    static InetAddress resolve(String host) throws IOException {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("no address is known for \"%s\"".formatted(host), e);
        }
    }

    /**
     * Opens the device with the address from which packets to {@code remote} go.
     *
     * @param device opens that of an address
     */
    static Context openTowards(InetAddress remote, Function<InetAddress, Context> device)
            throws IOException {
        InetAddress loopback = Loopback.towards(remote);
        if (loopback != null) {
            return device.apply(loopback);
        }
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(remote, ROCE_PORT));
            return device.apply(socket.getLocalAddress());
        } catch (java.io.UncheckedIOException e) {
            throw new IOException("there is no way to " + remote.getHostAddress(), e);
        }
    }

    /**
     * Opens the device of an address, or the only one there is besides loopback.
     *
     * @throws IOException if there are several, or none
     */
    static Context open(InetAddress local, Function<InetAddress, Context> device)
            throws IOException {
        if (!local.isAnyLocalAddress()) {
            return device.apply(local);
        }
        List<InetAddress> found =
                NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .filter(each -> each.getClass() == local.getClass())
                        .filter(each -> !each.isLoopbackAddress() && !each.isLinkLocalAddress())
                        .toList();
        if (found.size() != 1) {
            throw new IOException(
                    "say with which address: this machine has %s"
                            .formatted(found.stream().map(InetAddress::getHostAddress).toList()));
        }
        return device.apply(found.getFirst());
    }
}
