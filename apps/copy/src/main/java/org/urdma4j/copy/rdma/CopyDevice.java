package org.urdma4j.copy.rdma;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.transport.provider.PortExtras;
import org.urdma4j.transport.provider.Ports;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;

/** What a copy's connections go through. */
public final class CopyDevice {
    /** The UDP port of both ends, unless another is chosen. */
    public static final int PORT = 4791;

    /**
     * By what a server is found behind its UDP port, as the connection manager numbers services.
     */
    static final int SERVICE = 4793;

    /** How long a connection may take, unless another time is chosen. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration SILENCE = Duration.ofSeconds(15);

    /** A client that was killed holds its unfinished files no longer than 9 s. */
    private static final KeepAlive SIGNS = KeepAlive.every(Duration.ofSeconds(3));

    private CopyDevice() {}

    /**
     * Returns how channels are made: 15 s for a peer that doesn't take what it is sent, 9 s for one
     * that gives no sign.
     *
     * @param sending how this end sends; a reference rate counts for the peer, too
     */
    static ChannelOptions options(Duration patience, UrdmaTuning sending) {
        UrdmaTuning tuning = sending.toBuilder().retryTime(SILENCE).build();
        UrdmaOffer offer =
                UrdmaOffer.builder()
                        .pathMtu(true)
                        .referenceRate(sending.referenceRate())
                        .paths(sending.paths().enabled())
                        .build();
        return ChannelOptions.builder()
                .patience(patience)
                .param(ConnParam.EMPTY.urdmaOffer(offer).urdmaTuning(tuning).keepAlive(SIGNS))
                .build();
    }

    /**
     * Opens the device of an address.
     *
     * @param udpPort of both ends; keys are agreed on over the TCP port of the same number
     * @param protection makes what agrees on keys; empty for packets in the clear
     * @param keys where peers come in for that
     * @throws IOException with a line for the user
     */
    public static Context open(
            InetAddress local, int udpPort, Optional<ProtectionMaker> protection, KeyListener keys)
            throws IOException {
        return open("copy", local, udpPort, protection, keys);
    }

    /**
     * Opens the device of an address.
     *
     * @param program what it is called after, beside its address
     * @throws IOException with a line for the user
     */
    public static Context open(
            String program,
            InetAddress local,
            int udpPort,
            Optional<ProtectionMaker> protection,
            KeyListener keys)
            throws IOException {
        return open(program, local, udpPort, udpPort, protection, keys, CopyPaths.ONE);
    }

    /**
     * Opens the device of an address.
     *
     * @param udpPort its own; 0 for any that is free
     * @param peerPort the UDP port of peers, and the TCP port of their keys
     * @param paths with which addresses besides
     * @throws IOException with a line for the user; {@link BindException} if the port is taken
     */
    public static Context open(
            String program,
            InetAddress local,
            int udpPort,
            int peerPort,
            Optional<ProtectionMaker> protection,
            KeyListener keys,
            CopyPaths paths)
            throws IOException {
        try {
            ContextAttr attr = ContextAttr.builder().udpPort(udpPort).peerUdpPort(peerPort).build();
            PortExtras extras =
                    PortExtras.NONE
                            .withProtection(protection.map(maker -> maker.of(peerPort, keys)))
                            .withAddresses(paths.beside(local), paths.ports());
            NetworkPort port = Ports.open(local, attr, extras);
            String name = program + "-" + local.getHostAddress();
            SoftDevice device = new SoftDevice(name, local.hashCode(), () -> port);
            return new SoftContext(device, port, CmConfig.of(port.address(), local.hashCode()));
        } catch (VerbsException e) {
            if (e.errno() == Errno.EADDRINUSE) {
                String text =
                        "UDP port %d of %s is taken by another program"
                                .formatted(udpPort, local.getHostAddress());
                throw (IOException) new BindException(text).initCause(e);
            }
            throw new IOException(e.getMessage(), e);
        }
    }
}
