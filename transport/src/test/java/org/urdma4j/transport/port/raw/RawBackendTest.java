package org.urdma4j.transport.port.raw;

import org.junit.jupiter.api.Nested;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.verbs.GidType;

import java.time.Duration;

/** Through packet sockets, and between two addresses of an interface whose cable isn't taken. */
class RawBackendTest extends FrameBackendSuite {
    @Override
    protected NetworkPort open(FramePortConfig config) {
        return RawPort.open(config);
    }

    private static NetworkPort[] twoAddresses(Ports ports, VethPair joined) throws Exception {
        joined.first("ip addr replace 10.99.0.3/24 dev eth0");
        return new NetworkPort[] {
            joined.first(() -> ports.open(VethPair.address(true, 1))),
            joined.first(() -> ports.open(VethPair.address(true, 3)))
        };
    }

    /** Event loops that stay awake for a while. */
    @Nested
    class Awake extends UrdmaPorts {
        Awake() {
            super(true, GidType.ROCE_V2);
        }

        @Override
        NetworkPort[] open(VethPair joined) throws Exception {
            return new NetworkPort[] {
                joined.first(() -> RawPort.open(awake(1))),
                joined.second(() -> RawPort.open(awake(2)))
            };
        }

        private static FramePortConfig awake(int host) {
            return FramePortConfig.builder(VethPair.address(true, host))
                    .busyPoll(Duration.ofNanos(50_000))
                    .build();
        }
    }

    @Nested
    class TwoAddressesOverRoceV1 extends Ports {
        TwoAddressesOverRoceV1() {
            super(true, GidType.ROCE_V1);
        }

        @Override
        NetworkPort[] open(VethPair joined) throws Exception {
            return twoAddresses(this, joined);
        }
    }

    @Nested
    class TwoAddressesOverRoceV2 extends Ports {
        TwoAddressesOverRoceV2() {
            super(true, GidType.ROCE_V2);
        }

        @Override
        NetworkPort[] open(VethPair joined) throws Exception {
            return twoAddresses(this, joined);
        }
    }

    @Nested
    class UrdmaBetweenTwoAddresses extends UrdmaPorts {
        UrdmaBetweenTwoAddresses() {
            super(true, GidType.ROCE_V2);
        }

        @Override
        NetworkPort[] open(VethPair joined) throws Exception {
            return twoAddresses(this, joined);
        }
    }
}
