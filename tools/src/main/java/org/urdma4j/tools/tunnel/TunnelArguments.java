package org.urdma4j.tools.tunnel;

import org.urdma4j.simulation.units.Units;
import org.urdma4j.tools.backend.KeyArguments;
import org.urdma4j.transport.port.pipeline.LinkMtu;
import org.urdma4j.tunnel.cell.FrameQueue;
import org.urdma4j.tunnel.site.TunnelConfig;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What one end of a tunnel is like, as it is written. Not thread-safe. */
final class TunnelArguments {
    /** IFNAMSIZ, with its zero. */
    private static final int LONGEST_NAME = 15;

    private static final int MOST_QUEUE = 1 << 30;

    @Option(
            names = "--listen",
            paramLabel = "ADDR[:PORT]",
            description = "Wait for the other end at this address of this machine; port 4791.")
    private String listen;

    @Option(
            names = "--to",
            paramLabel = "HOST[:PORT]",
            description = "Go to the other end, which listens there; port 4791.")
    private String to;

    @Option(
            names = "--tap",
            paramLabel = "NAME",
            required = true,
            description = "The network device inside, a TAP; made if there is none.")
    private String tap;

    @Option(
            names = "--namespace",
            paramLabel = "NS",
            description = "Network namespace of the device, by name or path.")
    private String namespace;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            description =
                    "Of the device, 1280 to 65517; default 1500. It needn't fit the way outside.")
    private int mtu = 1500;

    @Option(
            names = "--shape",
            paramLabel = "SHAPE",
            description = {
                "constant:RATE, such as constant:1G: cells at this rate in bit/s, 100K to 400G,"
                        + " BTH to ICRC, whatever there is to send. none: cells when frames wait."
            })
    private String shape;

    @Option(
            names = "--cell",
            paramLabel = "BYTES",
            description =
                    "Of each cell, BTH to ICRC, a multiple of four, 128 to 16384; default what the"
                            + " interface outside takes.")
    private Integer cell;

    @Option(
            names = "--queue",
            paramLabel = "BYTES",
            description = "Of frames that wait for cells; more are dropped. Default 1M.")
    private String queue = "1M";

    @Mixin private KeyArguments keys;

    /** Where the other end is, or waits for this one. */
    private Endpoint endpoint() {
        if ((listen == null) == (to == null)) {
            throw new IllegalArgumentException("a tunnel takes one of --listen and --to");
        }
        return listen == null ? Endpoint.parse("--to", to) : Endpoint.parse("--listen", listen);
    }

    /**
     * Returns what they mean.
     *
     * @param err is warned of a key log
     * @throws IllegalArgumentException if one is wrong or missing; the message is one line
     */
    TunnelConfig config(PrintWriter err) {
        checkName(tap);
        if (mtu < TunnelConfig.LEAST_MTU || mtu > TunnelConfig.MOST_MTU) {
            throw new IllegalArgumentException(
                    "--mtu is %d to %d, not %d"
                            .formatted(TunnelConfig.LEAST_MTU, TunnelConfig.MOST_MTU, mtu));
        }
        Shape parsed = Shape.parse(shape);
        if (!keys.isGiven()) {
            throw new IllegalArgumentException(
                    "--protect psk:FILE or cert:DIR is needed: a tunnel carries nothing in the"
                            + " clear");
        }
        Endpoint endpoint = endpoint();
        InetAddress local = listen == null ? endpoint.local() : endpoint.address();
        if (local.isAnyLocalAddress() || local.isMulticastAddress()) {
            throw new IllegalArgumentException(
                    "--listen takes an address of this machine, not " + local.getHostAddress());
        }
        if (listen == null) {
            keys.expect(endpoint.host());
        }
        keys.check(err);
        return new TunnelConfig(
                local,
                listen == null ? Optional.of(endpoint.address()) : Optional.empty(),
                endpoint.port(),
                keys.config(endpoint.port()),
                Optional.ofNullable(namespace),
                tap,
                mtu,
                parsed.rateBps(),
                cellBytes(local),
                queueBytes());
    }

    private static void checkName(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LONGEST_NAME || !name.matches("(?!\\.{1,2}$)[^\\s/:%]+")) {
            throw new IllegalArgumentException(
                    ("--tap: a device's name has 1 to %d characters, no blank, '/', ':' or '%%',"
                                    + " not '%s'")
                            .formatted(LONGEST_NAME, name));
        }
    }

    private int cellBytes(InetAddress local) {
        int fits = LinkMtu.of(local).datagram(local instanceof Inet4Address) & -Integer.BYTES;
        if (cell == null) {
            return Math.clamp(fits, TunnelConfig.LEAST_CELL, TunnelConfig.MOST_CELL);
        }
        if (cell < TunnelConfig.LEAST_CELL
                || cell > TunnelConfig.MOST_CELL
                || cell % Integer.BYTES != 0) {
            throw new IllegalArgumentException(
                    "--cell is a multiple of four, %d to %d, not %d"
                            .formatted(TunnelConfig.LEAST_CELL, TunnelConfig.MOST_CELL, cell));
        }
        if (cell > fits) {
            throw new IllegalArgumentException(
                    "--cell %d doesn't fit the interface of %s, which takes %d"
                            .formatted(cell, local.getHostAddress(), fits));
        }
        return cell;
    }

    private int queueBytes() {
        long bytes = Units.bytes(queue);
        if (bytes < FrameQueue.LEAST_BYTES || bytes > MOST_QUEUE) {
            throw new IllegalArgumentException(
                    "--queue is %d to 1G, not %s".formatted(FrameQueue.LEAST_BYTES, queue));
        }
        return (int) bytes;
    }
}
