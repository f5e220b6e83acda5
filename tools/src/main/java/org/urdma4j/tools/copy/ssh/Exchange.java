package org.urdma4j.tools.copy.ssh;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.verbs.text.ForeignText;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

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
