package org.urdma4j.protection.association.tls;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import org.urdma4j.fixtures.TestAuthority;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A running {@code openssl s_client} or {@code s_server}; one thread. */
final class OpenSsl implements AutoCloseable {
    private static final Pattern EXPORTED = Pattern.compile("Keying material: ([0-9A-F]+)");

    private final Process process;
    private final BufferedReader out;
    private final StringBuilder said = new StringBuilder();

    private OpenSsl(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        out = process.inputReader(StandardCharsets.ISO_8859_1);
    }

    /** Ends the test as skipped where there is none. */
    static void require() {
        try {
            Process version = new ProcessBuilder("openssl", "version").start();
            version.getOutputStream().close();
            String line =
                    new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (version.waitFor() != 0 || !line.startsWith("OpenSSL 3")) {
                abort("no openssl 3 here (Debian: openssl), but " + line.strip());
            }
        } catch (IOException _) {
            abort("no openssl here (Debian: openssl)");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /**
     * Starts one.
     *
     * @param folder of its own certificate and key, and of whom it believes
     * @param how more options
     */
    static OpenSsl start(String program, Path folder, String... how) throws IOException {
        List<String> command = new ArrayList<>(List.of("openssl", program));
        command.addAll(List.of("-CAfile", folder.resolve("ca.pem").toString()));
        command.addAll(List.of("-attime", "" + TestAuthority.NOW.getEpochSecond()));
        command.addAll(List.of("-alpn", "urdma-keys/1", "-verify_return_error"));
        command.addAll(List.of(how));
        return new OpenSsl(command);
    }

    /** Returns a connection to where it listens, as soon as it does. */
    Socket connect(InetSocketAddress to) throws IOException {
        readUntil(Pattern.compile("ACCEPT"));
        Socket socket = new Socket();
        socket.connect(to);
        return socket;
    }

    /** Returns what it has exported, in hexadecimal. */
    String exported() throws IOException {
        return readUntil(EXPORTED).group(1);
    }

    Matcher readUntil(Pattern pattern) throws IOException {
        String line = out.readLine();
        while (line != null) {
            said.append(line).append('\n');
            Matcher found = pattern.matcher(line);
            if (found.find()) {
                return found;
            }
            line = out.readLine();
        }
        return fail("openssl has ended, having said:%n%s".formatted(said));
    }

    /** Reads to its end; returns everything that it has said. */
    String readAll() throws IOException {
        String line = out.readLine();
        while (line != null) {
            said.append(line).append('\n');
            line = out.readLine();
        }
        return said.toString();
    }

    /** Has it send a line. */
    void type(String line) throws IOException {
        process.outputWriter(StandardCharsets.ISO_8859_1).append(line).append('\n').flush();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
