package org.urdma4j.tunnel.site;

import org.urdma4j.protection.association.ProtectionConfig;

import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one end of a tunnel is like.
 *
 * @param local address of this machine that cells go out from and come to
 * @param remote address of the other end, which is asked for keys; empty: it asks
 * @param port UDP port of both ends; keys are agreed on over the TCP port of the same number
 * @param protection how keys are agreed on
 * @param namespace of the device, by name or path; empty for that of this process
 * @param device name of the TAP device
 * @param mtu of the device
 * @param rateBps of all cells, from BTH to ICRC, bit/s; empty: a cell for what waits, and no other
 * @param cellBytes of a cell, from BTH to ICRC: {@link #LEAST_CELL} to {@link #MOST_CELL}, a
 *     multiple of four
 * @param queueBytes of frames that wait for cells
 */
public record TunnelConfig(
        InetAddress local,
        Optional<InetAddress> remote,
        int port,
        ProtectionConfig protection,
        Optional<String> namespace,
        String device,
        int mtu,
        OptionalLong rateBps,
        int cellBytes,
        int queueBytes) {
    /** The shortest cell. */
    public static final int LEAST_CELL = 128;

    /** The longest. */
    public static final int MOST_CELL = 16_384;

    /** The greatest MTU of a device: a frame of it, with a VLAN tag, has a length of 16 bits. */
    public static final int MOST_MTU = 65_517;

    /** The smallest that IPv6 allows. */
    public static final int LEAST_MTU = 1280;
}
