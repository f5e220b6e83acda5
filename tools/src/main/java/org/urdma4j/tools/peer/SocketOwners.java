package org.urdma4j.tools.peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Whose the UDP sockets of this machine are, as {@code /proc/net/udp} has it. */
public final class SocketOwners {
    private static final int LOCAL = 1;
    private static final int USER = 7;

    private final List<Path> tables;

    /** Of this machine. */
    public SocketOwners() {
        this(List.of(Path.of("/proc/net/udp"), Path.of("/proc/net/udp6")));
    }

    /**
     * @param tables of proc(5), those that there are
     */
    public SocketOwners(List<Path> tables) {
        this.tables = List.copyOf(tables);
    }

    /**
     * Returns the numbers of the users who get what is sent to an address: of sockets that are
     * bound to it, or to all addresses.
     *
     * @throws IOException if the kernel's tables can't be read
     */
    public Set<Integer> of(InetAddress address, int port) throws IOException {
        Set<Integer> users = new TreeSet<>();
        for (Path table : tables) {
            try {
                for (String line : Files.readAllLines(table)) {
                    String[] words = line.strip().split("\\s+", -1);
                    if (words.length > USER && isAt(words[LOCAL], address, port)) {
                        users.add(Integer.parseUnsignedInt(words[USER]));
                    }
                }
            } catch (NoSuchFileException _) {
                // a kernel without IPv6
            }
        }
        return users;
    }

    /** Reads words of 32 bits in the machine's order, and a port in hexadecimal. */
    private static boolean isAt(String local, InetAddress address, int port)
            throws UnknownHostException {
        int colon = local.indexOf(':');
        boolean read = colon == 8 || colon == 32;
        if (!read || Integer.parseInt(local.substring(colon + 1), 16) != port) {
            return false;
        }
        ByteBuffer bytes = ByteBuffer.allocate(colon / 2).order(ByteOrder.nativeOrder());
        for (int i = 0; i < colon; i += 8) {
            bytes.putInt(Integer.parseUnsignedInt(local.substring(i, i + 8), 16));
        }
        // an IPv4 address within IPv6 is read as the former
        InetAddress bound = InetAddress.getByAddress(bytes.array());
        return bound.isAnyLocalAddress() || bound.equals(address);
    }
}
