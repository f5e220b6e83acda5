package org.urdma4j.transport.rdmacm;

import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Gid;

import java.net.InetSocketAddress;

/** Where the other end of an identifier is. Written on the event loop, read by any thread. */
final class Peer {
    private final NetworkPort port;
    private volatile InetSocketAddress address;
    private volatile int udpPort;

    Peer(NetworkPort port) {
        this.port = port;
    }

    /** Returns its address, and its port in the port space; null before it is known. */
    InetSocketAddress address() {
        return address;
    }

    void address(InetSocketAddress value) {
        address = value;
    }

    /** Returns the UDP port of its device, 0 for the one that peers have unless told. */
    int udpPort() {
        return udpPort;
    }

    void udpPort(int value) {
        udpPort = value;
    }

    Gid gid() {
        return Gid.of(address.getAddress());
    }

    /** Returns where its device is. */
    TransportAddress device() {
        return port.at(gid(), udpPort);
    }

    /** Its device is somewhere else now. */
    void moveTo(TransportAddress device) {
        address = new InetSocketAddress(device.gid().toInetAddress(), address.getPort());
        udpPort = device.udpPort();
    }

    AhAttr way(int serviceLevel) {
        return QpMoves.way(port.gidIndexTowards(gid()), gid(), serviceLevel)
                .withUdpPort(device().udpPort());
    }
}
