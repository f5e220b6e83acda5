package org.urdma4j.transport.port.memory;

import org.urdma4j.transport.port.BackendSuite;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.Gid;

import java.net.InetAddress;

class MemoryBackendTest extends BackendSuite {
    @Override
    protected NetworkPort[] open() {
        MemoryNetwork network = new MemoryNetwork("suite");
        return new NetworkPort[] {open(network, "192.0.2.1"), open(network, "192.0.2.2")};
    }

    private static NetworkPort open(MemoryNetwork network, String address) {
        Gid gid = Gid.of(InetAddress.ofLiteral(address));
        return MemoryPort.open(network, gid, MemoryPortConfig.builder().build());
    }
}
