package org.urdma4j.transport.port.pcap;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.raw.RawBackendSuite;
import org.urdma4j.transport.port.raw.VethPair;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.QpAttr;

import java.net.InetAddress;

/** Both profiles over each encapsulation, through libpcap. */
@Tag("netns")
class PcapBackendTest {
    @BeforeAll
    static void requireLibpcap() {
        InstalledLibpcap.require();
    }

    @Nested
    class RoceV1 extends PcapSuite {
        RoceV1() {
            super(true, GidType.ROCE_V1);
        }
    }

    @Nested
    class RoceV2OverIpv4 extends PcapSuite {
        RoceV2OverIpv4() {
            super(true, GidType.ROCE_V2);
        }
    }

    @Nested
    class RoceV2OverIpv6 extends PcapSuite {
        RoceV2OverIpv6() {
            super(false, GidType.ROCE_V2);
        }
    }

    /** Two addresses of one interface, which leads nowhere else. */
    @Nested
    class Loopback extends PcapSuite {
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

    @Nested
    class UrdmaOverRoceV1 extends PcapUrdmaSuite {
        UrdmaOverRoceV1() {
            super(true, GidType.ROCE_V1);
        }
    }

    @Nested
    class UrdmaOverIpv4 extends PcapUrdmaSuite {
        UrdmaOverIpv4() {
            super(true, GidType.ROCE_V2);
        }
    }

    @Nested
    class UrdmaOverIpv6 extends PcapUrdmaSuite {
        UrdmaOverIpv6() {
            super(false, GidType.ROCE_V2);
        }
    }

    abstract static class PcapSuite extends RawBackendSuite {
        PcapSuite(boolean ipv4, GidType type) {
            super(ipv4, type);
        }

        @Override
        protected NetworkPort open(InetAddress address) {
            return PcapPort.open(FramePortConfig.builder(address).gidType(type).build());
        }
    }

    /** The same in the URDMA profile. */
    abstract static class PcapUrdmaSuite extends PcapSuite {
        PcapUrdmaSuite(boolean ipv4, GidType type) {
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
