package org.urdma4j.interop.play;

import java.util.List;

/** Over what a case is played, each time in both roles. */
enum Scope {
    /** Both IP versions, both MTUs. */
    ALL,

    /** Each IP version once, each MTU once. */
    PAIRS,

    /** Once, for what takes long. */
    ONCE;

    private static final int SMALL = 1024;
    private static final int LARGE = 4096;

    /**
     * One of them.
     *
     * @param mtu RDMA MTU in bytes
     */
    record Place(IpVersion ip, int mtu) {}

    List<Place> places() {
        return switch (this) {
            case ALL ->
                    List.of(
                            new Place(IpVersion.IPV4, SMALL),
                            new Place(IpVersion.IPV4, LARGE),
                            new Place(IpVersion.IPV6, SMALL),
                            new Place(IpVersion.IPV6, LARGE));
            case PAIRS ->
                    List.of(new Place(IpVersion.IPV4, SMALL), new Place(IpVersion.IPV6, LARGE));
            case ONCE -> List.of(new Place(IpVersion.IPV4, LARGE));
        };
    }
}
