package org.urdma4j.transport.provider;

import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.NodeType;

import java.net.InetAddress;

/** The device of an address. */
record UdpDevice(String name, long guid, InetAddress address) implements Device {
    @Override
    public NodeType nodeType() {
        return NodeType.CA;
    }

    @Override
    public SoftContext open() {
        return open(ContextAttr.DEFAULT);
    }

    @Override
    public SoftContext open(ContextAttr attr) {
        NetworkPort port = Ports.open(address, attr);
        CmConfig cm = CmConfig.of(port.address(), guid);
        return new SoftContext(this, port, cm, attr.payloadBytes());
    }

    @Override
    public String toString() {
        return name;
    }
}
