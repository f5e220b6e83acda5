package org.urdma4j.tools.interop.play;

import java.util.List;

/** Over what a case is played, each time in both roles. */
enum Scope {
    /** Both IP versions, both MTUs. */
    ALL(
            new Place(IpVersion.IPV4, 1024),
            new Place(IpVersion.IPV4, 4096),
            new Place(IpVersion.IPV6, 1024),
            new Place(IpVersion.IPV6, 4096)),

    /** Each IP version once, each MTU once. */
    PAIRS(new Place(IpVersion.IPV4, 1024), new Place(IpVersion.IPV6, 4096)),

    /** Once, for what takes long. */
    ONCE(new Place(IpVersion.IPV4, 4096));

    /**
     * One of them.
     *
     * @param mtu RDMA MTU in bytes
     */
    record Place(IpVersion ip, int mtu) {}

    private final Place[] places;

    Scope(Place... places) {
        this.places = places;
    }

    List<Place> places() {
        return List.of(places);
    }
}
