package org.urdma4j.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.urdma4j.copy.rdma.CopyDevice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * Which server a URI names, and what a configuration says about the way there.
 *
 * @param local address of this machine from which the server is asked
 * @param server its address
 * @param port its UDP port
 * @param credentials file or folder for keys, empty for packets in the clear
 * @param readAhead bytes that are asked for before they are read, 64 KiB or more
 * @param blockSize what Hadoop is told of blocks, by which it cuts files up for its tasks
 * @param composite whether checksums of files are those that blocks don't change
 */
record Settings(
        InetAddress local,
        InetAddress server,
        int port,
        String credentials,
        int readAhead,
        long blockSize,
        boolean composite) {
    /** Address of this machine to use; else the one from which packets to the server go. */
    static final String BIND = "fs.urdma.bind";

    /** Key file of {@code urdma key psk}, or folder with certificates. */
    static final String PROTECT = "fs.urdma.protect";

    /** How much is asked for ahead of a stream that is read in order. */
    static final String READ_AHEAD = "fs.urdma.readahead";

    /** What {@code getBlockSize} says. */
    static final String BLOCK_SIZE = "fs.urdma.block.size";

    /** HDFS' own: how it makes a file's checksum of those of blocks. */
    static final String COMBINE_MODE = "dfs.checksum.combine.mode";

    private static final int LEAST_AHEAD = 64 << 10;
    private static final int MOST_AHEAD = 256 << 20;

    /**
     * Reads them.
     *
     * @throws IOException with a line that names what is wrong
     */
    static Settings of(URI uri, Configuration conf) throws IOException {
        if (uri.getHost() == null) {
            throw new IOException(
                    "%s names no host: write urdma://host/path or urdma://host:port/path"
                            .formatted(uri));
        }
        if (uri.getUserInfo() != null) {
            throw new IOException(
                    "urdma:// takes no user: who may do what is a matter of keys (%s)"
                            .formatted(PROTECT));
        }
        InetAddress server = resolve(uri.getHost());
        int port = uri.getPort() < 0 ? CopyDevice.PORT : uri.getPort();
        if (port < 1 || port > 0xffff) {
            throw new IOException("%s: a port is 1 to 65535".formatted(uri));
        }
        String bind = conf.getTrimmed(BIND, "");
        InetAddress local = bind.isEmpty() ? towards(server, uri.getHost()) : resolve(bind);
        return new Settings(
                local,
                server,
                port,
                conf.getTrimmed(PROTECT, ""),
                (int) range(conf, READ_AHEAD, 8L << 20, LEAST_AHEAD, MOST_AHEAD),
                range(conf, BLOCK_SIZE, 128L << 20, 1, Long.MAX_VALUE),
                conf.getTrimmed(COMBINE_MODE, "").equalsIgnoreCase("COMPOSITE_CRC"));
    }

    private static long range(Configuration conf, String name, long usual, long least, long most)
            throws IOException {
        long value;
        try {
            value = conf.getLongBytes(name, usual);
        } catch (IllegalArgumentException e) {
            throw new IOException("%s: %s".formatted(name, e.getMessage()), e);
        }
        if (value < least || value > most) {
            throw new IOException(
                    String.format(
                            Locale.ROOT, "%s is %d, must be %d to %d", name, value, least, most));
        }
        return value;
    }

    private static InetAddress resolve(String host) throws IOException {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("no address is known for \"%s\"".formatted(host), e);
        }
    }

    private static InetAddress towards(InetAddress server, String host) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(server, CopyDevice.PORT));
            return socket.getLocalAddress();
        } catch (UncheckedIOException e) {
            throw new IOException("there is no way to " + host, e);
        }
    }
}
