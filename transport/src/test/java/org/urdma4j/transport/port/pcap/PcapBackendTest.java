package org.urdma4j.transport.port.pcap;

import org.junit.jupiter.api.BeforeAll;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.raw.FrameBackendSuite;

/** Through libpcap. */
class PcapBackendTest extends FrameBackendSuite {
    @BeforeAll
    static void requireLibpcap() {
        InstalledLibpcap.require();
    }

    @Override
    protected NetworkPort open(FramePortConfig config) {
        return PcapPort.open(config);
    }
}
