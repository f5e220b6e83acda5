package org.urdma4j.measure.control;

import org.urdma4j.transport.port.SystemClock;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/**
 * Lines of JSON objects over a TCP connection. One thread may read while another writes; writers
 * take turns.
 */
public final class ControlConnection implements AutoCloseable {
    /** The longest line that is read, in bytes: what 10,000 queue pairs need, and some. */
    public static final int MAX_LINE = 1 << 21;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    /** Takes a connected socket over. */
    public ControlConnection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** Returns an empty object to fill and send. */
    public static ObjectNode message() {
        return JSON.createObjectNode();
    }

    /** Returns our address of the connection. */
    public InetAddress local() {
        return socket.getLocalAddress();
    }

    /** Returns the other side's address. */
    public InetAddress remote() {
        return socket.getInetAddress();
    }

    /** Returns our port of the connection. */
    public int localPort() {
        return socket.getLocalPort();
    }

    /** Returns the other side's port. */
    public int remotePort() {
        return socket.getPort();
    }

    /** Sends one line. */
    public void send(JsonNode message) throws IOException {
        byte[] line = (message.toString() + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            out.write(line);
            out.flush();
        }
    }

    /**
     * Reads the next line.
     *
     * @param timeoutMs how long to wait for the whole of it, more than 0
     * @return the object, or null when the other side has closed the connection
     * @throws ControlException if it is no JSON object, too long, or doesn't come in time
     */
    public JsonNode receive(int timeoutMs) throws IOException {
        long deadlineNs = SystemClock.nowNs() + timeoutMs * 1_000_000L;
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            int next;
            try {
                next = readUntil(deadlineNs);
            } catch (SocketTimeoutException e) {
                String what = line.size() == 0 ? "nothing was heard" : "a line did not end";
                throw new ControlException("%s for %.1f s".formatted(what, timeoutMs / 1e3), e);
            }
            if (next < 0) {
                return null;
            }
            if (next == '\n') {
                return parse(line.toString(StandardCharsets.UTF_8));
            }
            if (line.size() >= MAX_LINE) {
                throw new ControlException("a line is longer than %d bytes".formatted(MAX_LINE));
            }
            line.write(next);
        }
    }

    /** One byte after the other, each in time, must not hold up whoever waits for the line. */
    private int readUntil(long deadlineNs) throws IOException {
        long leftMs = (deadlineNs - SystemClock.nowNs() + 999_999) / 1_000_000;
        if (leftMs <= 0) {
            throw new SocketTimeoutException();
        }
        socket.setSoTimeout((int) leftMs);
        return in.read();
    }

    private static JsonNode parse(String line) throws ControlException {
        try {
            JsonNode node = JSON.readTree(line);
            if (node.isObject()) {
                return node;
            }
        } catch (JacksonException _) {
            // the same message as for JSON that is no object
        }
        throw new ControlException("that is no line of urdma bench");
    }

    /** Closes the connection. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // nothing is left to be done
        }
    }
}
