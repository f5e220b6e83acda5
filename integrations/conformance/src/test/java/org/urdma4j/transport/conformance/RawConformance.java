package org.urdma4j.transport.conformance;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.raw.RawPort;
import org.urdma4j.transport.port.raw.VethPair;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.conformance.VerbsConformance;

import java.net.InetAddress;
import java.util.List;

/** Over whole Ethernet frames between two namespaces of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RawConformance extends VerbsConformance {
    private final boolean ipv4;
    private final GidType type;
    private VethPair link;

    RawConformance(boolean ipv4, GidType type) {
        this.ipv4 = ipv4;
        this.type = type;
    }

    @BeforeAll
    final void join() throws Exception {
        link = VethPair.make(9000);
    }

    @AfterAll
    final void leave() {
        if (link != null) {
            link.close();
        }
    }

    @Override
    protected final Context[] open() {
        try {
            return new Context[] {
                link.first(() -> open(address(1))), link.second(() -> open(address(2)))
            };
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private InetAddress address(int end) {
        return VethPair.address(ipv4, end);
    }

    private Context open(InetAddress address) {
        FramePortConfig config = FramePortConfig.builder(address).gidType(type).build();
        return new SoftDevice(address.getHostAddress(), 1, () -> RawPort.open(config)).open();
    }

    @Override
    protected final boolean startsFrom(GidEntry entry) {
        List<Gid> ours = List.of(Gid.of(address(1)), Gid.of(address(2)));
        return entry.gidType() == type && ours.contains(entry.gid());
    }
}
