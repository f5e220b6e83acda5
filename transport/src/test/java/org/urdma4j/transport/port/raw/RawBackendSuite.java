package org.urdma4j.transport.port.raw;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.urdma4j.transport.port.BackendSuite;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.verbs.GidType;

import java.net.InetAddress;

/** What an application may expect of whole frames over a pair of virtual interfaces. */
@Tag("netns")
public abstract class RawBackendSuite extends BackendSuite {
    private static VethPair link;

    private final boolean ipv4;
    protected final GidType type;

    protected RawBackendSuite(boolean ipv4, GidType type) {
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
    protected NetworkPort[] open(VethPair joined) throws Exception {
        InetAddress one = VethPair.address(ipv4, 1);
        InetAddress other = VethPair.address(ipv4, 2);
        return new NetworkPort[] {joined.first(() -> open(one)), joined.second(() -> open(other))};
    }

    /** Opens a port, in the namespace of this thread. */
    protected NetworkPort open(InetAddress address) {
        return RawPort.open(FramePortConfig.builder(address).gidType(type).build());
    }
}
