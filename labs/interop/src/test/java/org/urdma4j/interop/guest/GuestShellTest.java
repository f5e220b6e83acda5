package org.urdma4j.interop.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;

/** What is made of the end of a guest's program. */
class GuestShellTest {
    private static final int PATIENCE_MS = 10_000;
    private static final String CLOSED = "rdma_get_cm_event: Bad file descriptor";
    private static final String GONE = "wait for RDMA_READ_ADV state 10";

    /** Has a guest whose command says so and ends with this status. */
    private static List<String> run(int status, String... said) throws IOException {
        try (ServerSocket guest = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                GuestShell shell =
                        new GuestShell(
                                new InetSocketAddress(
                                        guest.getInetAddress(), guest.getLocalPort()));
                Socket accepted = guest.accept()) {
            String words = said.length == 0 ? "" : String.join("\n", said) + "\n";
            accepted.getOutputStream()
                    .write("%s@@ status %d\n".formatted(words, status).getBytes(UTF_8));
            return shell.run("rping", PATIENCE_MS);
        }
    }

    @Test
    void shouldReturnWhatASuccessfulProgramSaid() throws IOException {
        assertThat(run(0, "one", "two")).containsExactly("one", "two");
    }

    @Test
    void shouldSayHowAProgramFailed() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> run(255, "one", "cq completion failed status 12"))
                .withMessage("in the guest, status 255: one; cq completion failed status 12");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> run(2, "1", "2", "3", "4", "5"))
                .withMessage("in the guest, status 2: 2; 3; 4; 5");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> run(1))
                .withMessage("in the guest, status 1: ");
    }

    @Test
    void shouldTakeRpingsHastyEndForAnEnd() throws IOException {
        assertThat(run(255, CLOSED)).containsExactly(CLOSED);
        assertThat(run(255, "server DISCONNECT EVENT...", CLOSED)).hasSize(2);
        assertThat(run(255, "server DISCONNECT EVENT...", GONE, CLOSED)).hasSize(3);
    }

    @Test
    void shouldNotHideAFailureBehindRpingsHastyEnd() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> run(255, "data mismatch!", CLOSED));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> run(255, "server DISCONNECT EVENT..."));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> run(255, "wait for RDMA_READ_ADV state 11", CLOSED));
    }
}
