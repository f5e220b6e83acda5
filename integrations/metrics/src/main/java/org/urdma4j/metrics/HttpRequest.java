package org.urdma4j.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * The head of a request of HTTP/1.1 (RFC 9112, section 2.1), of which the first line counts here.
 *
 * @param path of the target, without a query
 */
record HttpRequest(String method, String path) {
    /** Longest head that is read, in bytes; a scrape has some hundred. */
    static final int MOST_BYTES = 8192;

    private static final int PARTS = 3;

    /**
     * Reads one up to the empty line that ends its head.
     *
     * @return null if it is none, or longer than {@link #MOST_BYTES}
     * @throws IOException if the connection breaks
     */
    static HttpRequest read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        int atLineStart = 0;
        while (atLineStart < 2) {
            int b = in.read();
            if (b < 0 || head.length() == MOST_BYTES) {
                return null;
            }
            head.append((char) b);
            if (b == '\n') {
                atLineStart++;
            } else if (b != '\r') {
                atLineStart = 0;
            }
        }
        return of(head.toString().lines().findFirst().orElse(""));
    }

    private static HttpRequest of(String line) {
        String[] parts = line.split(" ", -1);
        if (parts.length != PARTS || !parts[2].startsWith("HTTP/1.")) {
            return null;
        }
        try {
            String path = URI.create(parts[1]).getPath();
            return path == null ? null : new HttpRequest(parts[0], path);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /** Returns the head of an answer, after which the connection is closed. */
    static byte[] answer(String status, String type, int length, String more) {
        return """
        HTTP/1.1 %s\r
        Content-Type: %s\r
        Content-Length: %d\r
        %sConnection: close\r
        \r
        """
                .formatted(status, type, length, more)
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
