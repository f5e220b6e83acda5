package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.spec.Spread;
import org.urdma4j.measure.traffic.EndSetup;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Which addresses the device of an end has. */
public final class OwnAddresses {
    private OwnAddresses() {}

    /** Returns where the device is reached: the first path in place of the control connection. */
    static EndSetup first(EndSetup setup) {
        List<Spread.Pair> pairs = setup.spec().tuning().spread().pairs();
        if (pairs.isEmpty()) {
            return setup;
        }
        Side other = setup.side().other();
        return setup.between(pairs.getFirst().of(setup.side()), pairs.getFirst().of(other));
    }

    /**
     * Returns the others: those of the paths, or all of this machine that packets can leave by.
     *
     * @throws IOException if the machine doesn't tell
     */
    static List<InetAddress> more(EndSetup first) throws IOException {
        Spread spread = first.spec().tuning().spread();
        if (!spread.wanted()) {
            return List.of();
        }
        List<InetAddress> more =
                new ArrayList<>(spread.pairs().isEmpty() ? all() : spread.addresses(first.side()));
        more.remove(first.local());
        return more;
    }

    /**
     * Returns those of this machine that packets can leave by, but for one link's, in the order of
     * the numbers, lest it change from one run to the next. Any thread.
     *
     * @throws SocketException if the machine doesn't tell
     */
    public static List<InetAddress> all() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .filter(OwnAddresses::carries)
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLinkLocalAddress() && !address.isLoopbackAddress())
                .sorted(OwnAddresses::order)
                .toList();
    }

    private static boolean carries(NetworkInterface one) {
        try {
            return one.isUp() && !one.isLoopback();
        } catch (SocketException _) {
            return false; // it has just gone
        }
    }

    private static int order(InetAddress a, InetAddress b) {
        boolean ipv4 = a instanceof Inet4Address;
        return ipv4 == b instanceof Inet4Address
                ? Arrays.compareUnsigned(a.getAddress(), b.getAddress())
                : ipv4 ? -1 : 1;
    }
}
