package org.urdma4j.measure.control;

import org.urdma4j.protection.association.listener.TcpConnection;
import org.urdma4j.transport.port.SystemClock;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * Lines of JSON objects over a TCP connection. One thread may read while another writes; writers
 * take turns.
 */
public final class ControlConnection implements AutoCloseable {
    /** The longest line that is read, in bytes: what 10,000 queue pairs need, and some. */
    public static final int MAX_LINE = 1 << 21;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final int READ_BYTES = 1 << 13;

    private final TcpConnection connection;
    private final Object writers = new Object();
    private final byte[] read = new byte[READ_BYTES];
    private int next;
    private int end;

    /** Takes a connected socket over. */
    public ControlConnection(Socket socket) throws IOException {
        this(TcpConnection.of(socket));
    }

    /** Takes a connection over. */
    public ControlConnection(TcpConnection connection) {
        this.connection = connection;
    }

    /** Returns an empty object to fill and send. */
    public static ObjectNode message() {
        return JSON.createObjectNode();
    }

    public InetAddress local() {
        return connection.local().getAddress();
    }

    public InetAddress remote() {
        return connection.remote().getAddress();
    }

    public int localPort() {
        return connection.local().getPort();
    }

    public int remotePort() {
        return connection.remote().getPort();
    }

    /** Sends one line. */
    public void send(JsonNode message) throws IOException {
        sendIf(() -> true, message);
    }

    /**
     * Sends one line, if it is still wanted when it is its turn.
     *
     * @param wanted asked while others wait, and mustn't
     */
    void sendIf(BooleanSupplier wanted, JsonNode message) throws IOException {
        byte[] line = (message.toString() + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (writers) {
            if (wanted.getAsBoolean()) {
                connection.write(line);
            }
        }
    }

    /**
     * Waits until a line begins, however long that takes.
     *
     * @return false when the other side has closed the connection
     */
    boolean awaitLine() throws IOException {
        if (next == end) {
            fill(0);
        }
        return next < end;
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
            int one;
            try {
                one = readUntil(deadlineNs);
            } catch (SocketTimeoutException e) {
                String what = line.size() == 0 ? "nothing was heard" : "a line did not end";
                throw new ControlException("%s for %.1f s".formatted(what, timeoutMs / 1e3), e);
            }
            if (one < 0) {
                return null;
            }
            if (one == '\n') {
                return parse(line.toString(StandardCharsets.UTF_8));
            }
            if (line.size() >= MAX_LINE) {
                throw new ControlException("a line is longer than %d bytes".formatted(MAX_LINE));
            }
            line.write(one);
        }
    }

    /** One byte after the other, each in time, must not hold up whoever waits for the line. */
    private int readUntil(long deadlineNs) throws IOException {
        long leftMs = (deadlineNs - SystemClock.nowNs() + 999_999) / 1_000_000;
        if (leftMs <= 0) {
            throw new SocketTimeoutException();
        }
        if (next == end) {
            fill((int) leftMs);
            if (end == 0) {
                return -1;
            }
        }
        return Byte.toUnsignedInt(read[next++]);
    }

    private void fill(int timeoutMs) throws IOException {
        next = 0;
        end = 0; // in case that it throws
        end = Math.max(0, connection.read(read, timeoutMs));
    }

    private static JsonNode parse(String line) throws ControlException {
        try {
            JsonNode node = JSON.readTree(line);
            if (node instanceof ObjectNode object) {
                return ForeignJson.of(object);
            }
        } catch (JacksonException _) {
            // the same message as for JSON that is no object
        }
        throw new ControlException("that is no line of urdma bench");
    }

    @Override
    public void close() {
        connection.close();
    }
}
