package org.urdma4j.transport.endpoint;

import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Gid;

import java.net.InetSocketAddress;
import java.util.function.BiFunction;

/** Two devices in one network. */
final class Neighbours implements AutoCloseable {
    static final int PORT = 7000;

    final MemoryNetwork network = new MemoryNetwork("endpoints");
    final SoftContext one =
            open("192.0.2.1", MemoryPortConfig.builder().build(), Neighbours::hasty);
    final SoftContext other =
            open("192.0.2.2", MemoryPortConfig.builder().build(), Neighbours::hasty);

    /** Opens another. */
    SoftContext open(
            String address, MemoryPortConfig config, BiFunction<Gid, Long, CmConfig> patience) {
        Gid gid = Gid.parse(address);
        NetworkPort port = MemoryPort.open(network, gid, config);
        CmConfig cm = patience.apply(gid, gid.interfaceId());
        return new SoftContext(new SoftDevice(address, 1, () -> port), port, cm);
    }

    /** Gives up after some tenths of a second. */
    static CmConfig hasty(Gid gid, long guid) {
        return new CmConfig(gid, guid, 12, 6, 14, 12, 4096);
    }

    static InetSocketAddress at(SoftContext context, int port) {
        return new InetSocketAddress(context.queryGid(1, 0).toInetAddress(), port);
    }

    /** Returns how many identifiers are open at both. */
    int ids() {
        return one.connections().ids() + other.connections().ids();
    }

    @Override
    public void close() {
        one.close();
        other.close();
    }
}
