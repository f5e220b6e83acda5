package org.urdma4j.gateway.bridge;

import org.urdma4j.transport.port.linux.Link;

/**
 * The two interfaces of a bridge.
 *
 * @param inside towards the hosts
 * @param outside towards the long link
 */
record BridgeLinks(Link inside, Link outside) {
    /**
     * Finds them in the namespace of the calling thread.
     *
     * @throws UnusableInterface if there is one that can't be bridged
     */
    static BridgeLinks find(String inside, String outside) throws UnusableInterface {
        if (inside.equals(outside)) {
            throw new UnusableInterface(
                    "--inside and --outside are both %s; a bridge needs two interfaces"
                            .formatted(inside));
        }
        BridgeLinks links = new BridgeLinks(usable(inside), usable(outside));
        if (links.inside.mtu() != links.outside.mtu()) {
            throw new UnusableInterface(
                    "%s has MTU %d and %s %d; set them alike with: ip link set %s mtu %d"
                            .formatted(
                                    inside,
                                    links.inside.mtu(),
                                    outside,
                                    links.outside.mtu(),
                                    outside,
                                    links.inside.mtu()));
        }
        return links;
    }

    private static Link usable(String name) throws UnusableInterface {
        Link link =
                Link.named(name)
                        .orElseThrow(() ->
                                new UnusableInterface(
                                        "there is no interface \"%s\" here".formatted(name)));
        if (!link.isEthernet() || link.isLoopback()) {
            throw new UnusableInterface("%s is no Ethernet interface".formatted(name));
        }
        if (link.hasAddress()) {
            throw new UnusableInterface(
                    "%s has an IP address, so this machine would answer; take it off with: ip addr flush dev %s"
                            .formatted(name, name));
        }
        return link;
    }
}
