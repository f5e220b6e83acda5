package org.urdma4j.transport.port.raw;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.urdma4j.transport.port.BackendSuite;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.QpAttr;

import java.net.InetAddress;

/**
 * What an application may expect of whole frames over a pair of virtual interfaces: both profiles
 * over each encapsulation.
 */
@Tag("netns")
public abstract class FrameBackendSuite {
    /** Opens a port, in the namespace of this thread. */
    protected abstract NetworkPort open(FramePortConfig config);

    /** Of the interfaces' two addresses. */
    protected abstract class Ports extends BackendSuite {
        private static VethPair link;

        private final boolean ipv4;
        private final GidType type;

        Ports(boolean ipv4, GidType type) {
            this.ipv4 = ipv4;
            this.type = type;
        }

        @BeforeAll
        static void join() throws Exception {
            link = VethPair.make(9000);
        }

        @AfterAll
        static void leave() {
            link.close();
        }

        @Override
        protected NetworkPort[] open() {
            try {
                return open(link);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        /** Opens a port at either end. */
        NetworkPort[] open(VethPair joined) throws Exception {
            InetAddress one = VethPair.address(ipv4, 1);
            InetAddress other = VethPair.address(ipv4, 2);
            return new NetworkPort[] {
                joined.first(() -> open(one)), joined.second(() -> open(other))
            };
        }

        final NetworkPort open(InetAddress address) {
            return FrameBackendSuite.this.open(
                    FramePortConfig.builder(address).gidType(type).build());
        }
    }

    /** The same in the URDMA profile. */
    protected abstract class UrdmaPorts extends Ports {
        UrdmaPorts(boolean ipv4, GidType type) {
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

    @Nested
    class RoceV1 extends Ports {
        RoceV1() {
            super(true, GidType.ROCE_V1);
        }
    }

    @Nested
    class RoceV2OverIpv4 extends Ports {
        RoceV2OverIpv4() {
            super(true, GidType.ROCE_V2);
        }
    }

    @Nested
    class RoceV2OverIpv6 extends Ports {
        RoceV2OverIpv6() {
            super(false, GidType.ROCE_V2);
        }
    }

    /** Two addresses of one interface, which leads nowhere else. */
    @Nested
    class Loopback extends Ports {
        Loopback() {
            super(true, GidType.ROCE_V2);
        }

        @Override
        NetworkPort[] open(VethPair joined) throws Exception {
            InetAddress one = InetAddress.ofLiteral("127.0.0.1");
            InetAddress other = InetAddress.ofLiteral("127.0.0.2");
            return new NetworkPort[] {
                joined.first(() -> open(one)), joined.first(() -> open(other))
            };
        }
    }

    @Nested
    class UrdmaOverRoceV1 extends UrdmaPorts {
        UrdmaOverRoceV1() {
            super(true, GidType.ROCE_V1);
        }
    }

    @Nested
    class UrdmaOverIpv4 extends UrdmaPorts {
        UrdmaOverIpv4() {
            super(true, GidType.ROCE_V2);
        }
    }

    @Nested
    class UrdmaOverIpv6 extends UrdmaPorts {
        UrdmaOverIpv6() {
            super(false, GidType.ROCE_V2);
        }
    }
}
