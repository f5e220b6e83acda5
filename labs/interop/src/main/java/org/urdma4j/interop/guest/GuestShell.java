package org.urdma4j.interop.guest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A shell in a guest: one command at a time. */
public final class GuestShell implements AutoCloseable {
    private static final int CONNECT_MS = 10_000;

    /** Of a command that failed: the reason is seldom in the last line alone. */
    private static final int LINES_TOLD = 4;

    private static final String END = "@@ status ";

    private final Socket socket = new Socket();
    private final BufferedReader answers;

    /** Connects to the shell's port. */
    public GuestShell(InetSocketAddress where) throws IOException {
        socket.connect(where, CONNECT_MS);
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    /** Starts a command, whose standard error goes with its output. */
    public void start(String command) throws IOException {
        String line = "{ %s; } 2>&1 </dev/null; echo '%s'$?\n".formatted(command, END);
        socket.getOutputStream().write(line.getBytes(UTF_8));
    }

    /**
     * Waits for the end of the command.
     *
     * @param millis without a word from it
     * @return what it said
     * @throws IOException if it failed, with what it said last
     */
    public List<String> finish(int millis) throws IOException {
        socket.setSoTimeout(millis);
        List<String> lines = new ArrayList<>();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(END)) {
                if (!line.equals(END + "0") && !RpingEnd.isIn(lines)) {
                    throw new IOException(
                            "in the guest, status %s: %s"
                                    .formatted(
                                            line.substring(END.length()),
                                            String.join("; ", lastOf(lines))));
                }
                return lines;
            }
            lines.add(line);
        }
        throw new IOException("the guest's shell has ended");
    }

    private static List<String> lastOf(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - LINES_TOLD), lines.size());
    }

    public List<String> run(String command, int millis) throws IOException {
        start(command);
        return finish(millis);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
