package org.urdma4j.transport.conformance;

import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.conformance.VerbsConformance;

import java.net.InetAddress;

class MemoryConformanceTest extends VerbsConformance {
    @Override
    protected Context[] open() {
        MemoryNetwork network = new MemoryNetwork("conformance");
        return new Context[] {open(network, "192.0.2.1"), open(network, "192.0.2.2")};
    }

    private static Context open(MemoryNetwork network, String address) {
        Gid gid = Gid.of(InetAddress.ofLiteral(address));
        return new SoftDevice(
                        address,
                        1,
                        () -> MemoryPort.open(network, gid, MemoryPortConfig.builder().build()))
                .open();
    }
}
