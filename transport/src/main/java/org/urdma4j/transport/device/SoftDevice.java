package org.urdma4j.transport.device;

import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.NodeType;

import java.util.function.Supplier;

/**
 * A software device that may be opened: a name and the network port behind it.
 *
 * @param name unique among the devices of the process
 * @param guid EUI-64 in its manner, the same each time
 * @param ports opens the port; each context has one of its own
 */
public record SoftDevice(String name, long guid, Supplier<NetworkPort> ports) implements Device {
    @Override
    public NodeType nodeType() {
        return NodeType.CA;
    }

    @Override
    public SoftContext open() {
        return new SoftContext(this, ports.get());
    }

    @Override
    public String toString() {
        return name;
    }
}
