package org.urdma4j.tools.copy.ssh;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.verbs.text.ForeignText;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the two ends say over ssh before a copy, each a line: the far end that it is there, the near
 * one what it wants, the far one where it listens or why not. Other lines, such as what a shell
 * prints as it starts, are passed over. Bytes are in hexadecimal, so nothing has to be quoted.
 */
public final class Exchange {
    /** Begins the first line of the far end; its version follows. */
    static final String GREETING = "URDMA-COPY-SSH ";

    static final int VERSION = 1;

    /** Longer lines are cut. */
    static final int MOST = 1 << 16;

    /** Stands before the first line of an end that takes {@link Send}. */
    static final String CAN_SEND = "URDMA-COPY-CAN SEND";

    /** Answers {@link Send}; what follows is what the copy prints. */
    static final String SENDS = "URDMA-COPY-SENDS";

    private static final String SEND = "URDMA-COPY-SEND ";
    private static final String REQUEST = "URDMA-COPY-SERVE ";
    private static final String READY = "URDMA-COPY-READY ";
    private static final String ERROR = "URDMA-COPY-ERROR ";
    private static final String NONE = "-";
    private static final int MOST_PORT = 0xffff;
    private static final HexFormat HEX = HexFormat.of();

    private Exchange() {}

    /**
     * What is to be served.
     *
     * @param key 32 bytes, of this copy alone
     * @param folder as the near end's user has written it; {@code ~} is that of the far end's user
     * @param port UDP and TCP, 0 for any
     * @param address where to listen, null for where ssh came in
     */
    record Request(
            ByteString key, ByteString folder, boolean readOnly, int port, InetAddress address) {
        String line() {
            return REQUEST
                    + "%s %s %s %d %s\n"
                            .formatted(
                                    hex(key.toBytes()),
                                    hex(folder.toBytes()),
                                    readOnly ? "r" : "rw",
                                    port,
                                    address == null ? NONE : hex(address.getAddress()));
        }

        /** Returns null if a line is none. */
        static Request parse(String line) {
            String[] words = line.split(" ", -1);
            if (!line.startsWith(REQUEST) || words.length != 6) {
                return null;
            }
            try {
                return new Request(
                        ByteString.of(HEX.parseHex(words[1])),
                        ByteString.of(HEX.parseHex(words[2])),
                        words[3].equals("r"),
                        portOf(words[4], 0),
                        words[5].equals(NONE) ? null : addressOf(words[5]));
            } catch (IllegalArgumentException | IOException _) {
                return null;
            }
        }

        @Override
        public String toString() {
            return "Request[" + folder + "]"; // without the key
        }
    }

    /**
     * What is to be sent to another host, where a far end serves it.
     *
     * @param key 32 bytes, of this copy alone
     * @param address of the other host
     * @param exact whether that is its only one; otherwise it may have others by its name
     * @param at where the target is in the folder that is served
     * @param arguments of the copy, as the near end's user has written them
     */
    public record Send(
            ByteString key,
            InetAddress address,
            boolean exact,
            int port,
            TreePath at,
            List<ByteString> arguments) {
        public Send {
            arguments = List.copyOf(arguments);
        }

        /** Returns what protects a device of this end. */
        public ProtectionMaker protection() {
            return CopyKey.protection(key);
        }

        String line() {
            return SEND
                    + "%s %s %s %d %s %s\n"
                            .formatted(
                                    hex(key.toBytes()),
                                    hex(address.getAddress()),
                                    exact ? "only" : "also",
                                    port,
                                    hex(at.bytes()),
                                    arguments.stream()
                                            .map(each -> hex(each.toBytes()))
                                            .collect(Collectors.joining(",")));
        }

        /** Returns null if a line is none. */
        static Send parse(String line) {
            String[] words = line.split(" ", -1);
            if (!line.startsWith(SEND) || words.length != 7) {
                return null;
            }
            try {
                List<ByteString> arguments = new ArrayList<>();
                for (String each : words[6].split(",", -1)) {
                    arguments.add(ByteString.of(HEX.parseHex(each)));
                }
                return new Send(
                        ByteString.of(HEX.parseHex(words[1])),
                        addressOf(words[2]),
                        words[3].equals("only"),
                        portOf(words[4], 1),
                        TreePath.of(HEX.parseHex(words[5])),
                        arguments);
            } catch (IllegalArgumentException | IOException _) {
                return null;
            }
        }

        @Override
        public String toString() {
            return "Send[" + address + "]"; // without the key
        }
    }

    /** Where the far end listens, as it knows its address. */
    public record Ready(InetAddress address, int port) {
        String line() {
            return READY + "%s %d\n".formatted(hex(address.getAddress()), port);
        }
    }

    static String error(String text) {
        return ERROR + hex(text.getBytes(StandardCharsets.UTF_8)) + "\n";
    }

    /**
     * Reads an answer.
     *
     * @return null if a line is none
     * @throws IOException with what the far end says is wrong
     */
    static Ready answer(String line) throws IOException {
        String[] words = line.split(" ", -1);
        try {
            if (line.startsWith(READY) && words.length == 3) {
                return new Ready(addressOf(words[1]), portOf(words[2], 1));
            }
            if (line.startsWith(ERROR) && words.length == 2) {
                byte[] text = HEX.parseHex(words[1]);
                throw new IOException(ForeignText.show(text, StandardCharsets.UTF_8));
            }
        } catch (IllegalArgumentException _) {
            // not what this version says
        }
        return null;
    }

    private static String hex(byte[] bytes) {
        return HEX.formatHex(bytes);
    }

    private static InetAddress addressOf(String hex) throws IOException {
        return InetAddress.getByAddress(HEX.parseHex(hex));
    }

    private static int portOf(String text, int least) {
        int port = Integer.parseInt(text);
        if (port < least || port > MOST_PORT) {
            throw new IllegalArgumentException(text);
        }
        return port;
    }

    /** Waits for a line, of which only ASCII is of use; returns null at the end. */
    static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int b = in.read();
        while (b >= 0 && b != '\n') {
            if (line.length() < MOST) {
                line.append((char) b);
            }
            b = in.read();
        }
        return b < 0 && line.isEmpty() ? null : line.toString();
    }
}
