package org.urdma4j.transport.provider;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.VerbsProvider;

import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Offers a software device for each address of this machine, over the UDP port of RoCEv2. A device
 * is named after its address, {@code udp-192.0.2.1}, so that nobody has to count indexes.
 */
public final class UdpVerbsProvider implements VerbsProvider {
    private static final String PREFIX = "udp-";

    @Override
    public String name() {
        return "urdma4j-udp";
    }

    @Override
    public List<Device> devices() {
        return interfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(UdpVerbsProvider::usable)
                .sorted(Comparator.comparing(InetAddress::getHostAddress))
                .map(UdpVerbsProvider::device)
                .toList();
    }

    @Override
    public Optional<Context> open(InetAddress local) {
        return open(local, ContextAttr.DEFAULT);
    }

    @Override
    public Optional<Context> open(InetAddress local, ContextAttr attr) {
        boolean ours = local.isLoopbackAddress() || interfaceOf(local) != null;
        return ours && usable(local) ? Optional.of(device(local).open(attr)) : Optional.empty();
    }

    /** A link-local address needs a scope that a GID can't carry. */
    private static boolean usable(InetAddress address) {
        return !address.isAnyLocalAddress()
                && !address.isMulticastAddress()
                && !(address instanceof Inet6Address && address.isLinkLocalAddress());
    }

    private static Device device(InetAddress address) {
        return new UdpDevice(PREFIX + withoutScope(address), Guids.of(address), address);
    }

    /** Addresses of wider scope than a link mean the same on every interface. */
    private static String withoutScope(InetAddress address) {
        String text = address.getHostAddress();
        int scope = text.indexOf('%');
        return scope < 0 ? text : text.substring(0, scope);
    }

    private static Stream<NetworkInterface> interfaces() {
        try {
            List<NetworkInterface> up = new ArrayList<>();
            for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
                if (each.isUp()) {
                    up.add(each);
                }
            }
            return up.stream();
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NetworkInterface interfaceOf(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }
}
