package org.urdma4j.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.forward.dial.AllowList;
import org.urdma4j.forward.entry.ReverseEntry;
import org.urdma4j.forward.exit.ExitOptions;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.message.OpenStatus;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An exit that listens for an entry. */
@Timeout(120)
class ReverseTest {
    private static final InetAddress LOCAL = InetAddress.ofLiteral("127.0.0.1");

    private InetSocketAddress there;
    private ServerSocket target;
    private Ends ends;

    @BeforeEach
    void open() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, LOCAL)) {
            there = new InetSocketAddress(LOCAL, free.getLocalPort());
        }
        target = new ServerSocket(0, 1024, LOCAL);
        target.setSoTimeout(30_000);
        ends = ends(ExitOptions.DEFAULT);
    }

    private Ends ends(ExitOptions options) throws IOException {
        return new Ends(options.listens(listens("127.0.0.1:" + there.getPort())));
    }

    private static AllowList listens(String place) {
        return AllowList.parse("--allow-listen", List.of(place));
    }

    @AfterEach
    void close() throws IOException {
        ends.close();
        target.close();
    }

    private OpenRequest listen() {
        return new OpenRequest(OpenRequest.Kind.LISTEN, "127.0.0.1", there.getPort());
    }

    private ReverseEntry reverse(int most) throws InterruptedException {
        ReverseEntry entry =
                ends.reverse(listen(), Ends.request("127.0.0.1", target.getLocalPort()), most);
        Ends.await(ends.atEntry, "listening");
        return entry;
    }

    private static void exchange(Socket one, Socket other) throws IOException {
        try (one;
                other) {
            one.getOutputStream().write(new byte[] {1, 2});
            one.shutdownOutput();
            assertThat(other.getInputStream().readAllBytes()).containsExactly(1, 2);
            other.getOutputStream().write(3);
            other.shutdownOutput();
            assertThat(one.getInputStream().readAllBytes()).containsExactly(3);
        }
    }

    @Test
    void shouldCarryMoreProgramsAtOnceThanStreamsThatWait() throws Exception {
        try (ReverseEntry _ = reverse(100)) {
            List<Socket> ones = new ArrayList<>();
            List<Socket> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                ones.add(Ends.connect(there));
            }
            for (int i = 0; i < 20; i++) {
                others.add(target.accept());
            }
            for (Socket one : ones) { // the target may have taken them in another order
                one.getOutputStream().write(ones.indexOf(one));
            }
            for (Socket other : others) {
                exchange(other, ones.get(other.getInputStream().read()));
            }
        }
    }

    @Test
    void shouldListenNowhereButWhereItIsAllowed() throws Exception {
        int other = there.getPort() == 65535 ? 65534 : there.getPort() + 1;
        for (OpenRequest request :
                new OpenRequest[] {
                    new OpenRequest(OpenRequest.Kind.LISTEN, "127.0.0.1", other),
                    new OpenRequest(OpenRequest.Kind.LISTEN, "0.0.0.0", there.getPort()),
                    new OpenRequest(OpenRequest.Kind.LISTEN, "127.0.0.2", there.getPort()),
                    new OpenRequest(OpenRequest.Kind.LISTEN, "::1", there.getPort()),
                    new OpenRequest(OpenRequest.Kind.LISTEN, "/tmp/urdma-none", 0),
                    new OpenRequest(OpenRequest.Kind.CONNECT, "127.0.0.1", there.getPort())
                }) {
            assertThat(ends.ask(request)).as(request.target()).isEqualTo(OpenStatus.NOT_ALLOWED);
        }
        OpenRequest guess = new OpenRequest(OpenRequest.Kind.ACCEPT, "0".repeat(32), 1);
        assertThat(ends.ask(guess)).isEqualTo(OpenStatus.NOT_LISTENING);
        assertThat(ends.atExit).noneMatch(line -> line.contains("000000"));
    }

    @Test
    void shouldListenAsLongAsTheEntryIsThere() throws Exception {
        try (ReverseEntry entry = reverse(10)) {
            assertThat(ends.ask(listen())).isEqualTo(OpenStatus.NOT_LISTENING); // another has it
            Socket one = Ends.connect(there);
            Socket other = target.accept();
            entry.stop();
            Ends.await(ends.atExit, "unlistened");
            assertThatThrownBy(() -> new Socket(LOCAL, there.getPort()))
                    .isInstanceOf(ConnectException.class);
            exchange(one, other); // what there is goes on
            entry.drain(Ends.PATIENCE);
            assertThat(entry.streams()).isZero();
        }
        try (ReverseEntry _ = reverse(10)) {
            exchange(Ends.connect(there), target.accept());
        }
    }

    /** The path is dead for longer than either end believes in it, and comes back. */
    @Test
    void shouldListenAgainWhenThePathIsBack() throws Exception {
        try (ReverseEntry _ = reverse(10)) {
            Socket one = Ends.connect(there);
            Socket other = target.accept();
            ends.cut = true;
            Ends.await(ends.atExit, "unlistened");
            assertThatThrownBy(() -> new Socket(LOCAL, there.getPort()))
                    .isInstanceOf(ConnectException.class);
            Ends.await(ends.atEntry, "unlistened");
            for (Socket each : List.of(one, other)) {
                assertThatThrownBy(() -> each.getInputStream().read())
                        .isInstanceOf(SocketException.class);
                each.close();
            }
            ends.cut = false;
            Ends.await(ends.atEntry, "listening");
            exchange(Ends.connect(there), target.accept());
        }
    }

    @Test
    void shouldResetProgramsWhoseTargetIsNotThere() throws Exception {
        target.close();
        try (ReverseEntry _ = reverse(10);
                Socket one = Ends.connect(there)) {
            assertThatThrownBy(() -> one.getInputStream().read())
                    .isInstanceOf(SocketException.class);
            Ends.await(ends.atEntry, "refused 127.0.0.1");
        }
    }

    /** Nobody takes the programs of an entry that opens no streams for them. */
    @Test
    void shouldResetProgramsThatNobodyTakes() throws Exception {
        ends.close();
        ends = ends(ExitOptions.DEFAULT.patience(Duration.ofMillis(300)));
        RdmaChannel asking = ends.group.connect(ends.server.address());
        asking.write(listen().encode());
        assertThat(OpenStatus.read(asking)).isEqualTo(OpenStatus.OPEN);
        String token = OpenRequest.readToken(asking);
        try (Socket one = Ends.connect(there)) {
            assertThatThrownBy(() -> one.getInputStream().read())
                    .isInstanceOf(SocketException.class);
        }
        // what a stream that has ended would have taken, the next takes
        OpenRequest accept = new OpenRequest(OpenRequest.Kind.ACCEPT, token, 1);
        RdmaChannel gone = ends.group.connect(ends.server.address());
        gone.write(accept.encode());
        gone.flush();
        gone.abort();
        asking.abort();
        Ends.await(ends.atExit, "unlistened");
    }

    @Test
    void shouldLimitProgramsByTheirAddress() throws Exception {
        ends.close();
        ends = ends(ExitOptions.DEFAULT.streams(100, 30));
        RdmaChannel asking = ends.group.connect(ends.server.address());
        asking.write(listen().encode());
        assertThat(OpenStatus.read(asking)).isEqualTo(OpenStatus.OPEN);
        List<Socket> held = new ArrayList<>();
        for (int i = 0; i < 25; i++) { // half of a half of 100 may wait
            held.add(Ends.connect(there));
        }
        try (Socket beyond = Ends.connect(there)) {
            assertThatThrownBy(() -> beyond.getInputStream().read())
                    .isInstanceOf(SocketException.class);
        }
        Ends.await(ends.atExit, "that peer has 25 streams that aren't open yet");
        asking.abort();
        for (Socket each : held) {
            assertThatThrownBy(() -> each.getInputStream().read())
                    .isInstanceOf(SocketException.class);
            each.close();
        }
    }

    @Test
    void shouldLeaveNothingOfListenersThatCameAndWent() throws Exception {
        Counts before = null;
        for (int i = 0; i < 12; i++) {
            try (ReverseEntry entry = reverse(10)) {
                for (int n = 0; n < 5; n++) {
                    exchange(Ends.connect(there), target.accept());
                }
                entry.stop();
                entry.drain(Ends.PATIENCE);
            }
            while (ends.exit.streams() > 0 || ends.far.connections().ids() > 1) {
                Thread.sleep(5);
            }
            if (i == 1) {
                before = Counts.of(ends);
            }
        }
        Counts after = Counts.of(ends);
        assertThat(after.near()).isEqualTo(before.near());
        assertThat(after.far()).isEqualTo(before.far());
        assertThat(after.queuePairs()).isEqualTo(before.queuePairs());
        assertThat(after.descriptors()).isLessThan(before.descriptors() + 10); // of 50 sockets
    }
}
