package org.urdma4j.copy.rdma;

import java.net.InetAddress;
import java.util.List;

/**
 * Which addresses and ports of this machine a device has, for connections over several paths.
 *
 * @param addresses of this machine, beside the first or with it
 * @param ports UDP source ports of each, 1 to 64, so that routers spread what goes over it
 */
public record CopyPaths(List<InetAddress> addresses, int ports) {
    /** One of each. */
    public static final CopyPaths ONE = new CopyPaths(List.of(), 1);

    public CopyPaths {
        addresses = List.copyOf(addresses);
    }

    List<InetAddress> beside(InetAddress first) {
        return addresses.stream().filter(each -> !each.equals(first)).toList();
    }
}
