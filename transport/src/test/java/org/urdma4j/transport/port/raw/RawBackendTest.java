package org.urdma4j.transport.port.raw;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.QpAttr;

import java.net.InetAddress;

/** Both profiles over each encapsulation. */
@Tag("netns")
class RawBackendTest {
    @Nested
    class RoceV1 extends RawBackendSuite {
        RoceV1() {
            super(true, GidType.ROCE_V1);
        }
    }

    @Nested
    class RoceV2OverIpv4 extends RawBackendSuite {
        RoceV2OverIpv4() {
            super(true, GidType.ROCE_V2);
        }
    }

    @Nested
    class RoceV2OverIpv6 extends RawBackendSuite {
        RoceV2OverIpv6() {
            super(false, GidType.ROCE_V2);
        }
    }

    /** Two addresses of one interface, which leads nowhere else. */
    @Nested
    class Loopback extends RawBackendSuite {
        Loopback() {
            super(true, GidType.ROCE_V2);
        }

        @Override
        protected NetworkPort[] open(VethPair joined) throws Exception {
            InetAddress one = InetAddress.ofLiteral("127.0.0.1");
            InetAddress other = InetAddress.ofLiteral("127.0.0.2");
            return new NetworkPort[] {
                joined.first(() -> open(one)), joined.first(() -> open(other))
            };
        }
    }

    /** Two addresses of an interface whose cable isn't taken. */
    private static NetworkPort[] twoAddresses(RawBackendSuite suite, VethPair joined)
            throws Exception {
        joined.first("ip addr replace 10.99.0.3/24 dev eth0");
        return new NetworkPort[] {
            joined.first(() -> suite.open(VethPair.address(true, 1))),
            joined.first(() -> suite.open(VethPair.address(true, 3)))
        };
    }

    @Nested
    class TwoAddressesOverRoceV1 extends RawBackendSuite {
        TwoAddressesOverRoceV1() {
            super(true, GidType.ROCE_V1);
        }

        @Override
        protected NetworkPort[] open(VethPair joined) throws Exception {
            return twoAddresses(this, joined);
        }
    }

    @Nested
    class TwoAddressesOverRoceV2 extends RawBackendSuite {
        TwoAddressesOverRoceV2() {
            super(true, GidType.ROCE_V2);
        }

        @Override
        protected NetworkPort[] open(VethPair joined) throws Exception {
            return twoAddresses(this, joined);
        }
    }

    @Nested
    class UrdmaBetweenTwoAddresses extends RawUrdmaSuite {
        UrdmaBetweenTwoAddresses() {
            super(true, GidType.ROCE_V2);
        }

        @Override
        protected NetworkPort[] open(VethPair joined) throws Exception {
            return twoAddresses(this, joined);
        }
    }

    @Nested
    class UrdmaOverRoceV1 extends RawUrdmaSuite {
        UrdmaOverRoceV1() {
            super(true, GidType.ROCE_V1);
        }
    }

    @Nested
    class UrdmaOverIpv4 extends RawUrdmaSuite {
        UrdmaOverIpv4() {
            super(true, GidType.ROCE_V2);
        }
    }

    @Nested
    class UrdmaOverIpv6 extends RawUrdmaSuite {
        UrdmaOverIpv6() {
            super(false, GidType.ROCE_V2);
        }
    }

    /** The same in the URDMA profile. */
    abstract static class RawUrdmaSuite extends RawBackendSuite {
        RawUrdmaSuite(boolean ipv4, GidType type) {
            super(ipv4, type);
        }

        @Override
        protected QpAttr options() {
            return urdma();
        }

        @Override
        protected boolean patient() {
            return false;
        }
    }
}
