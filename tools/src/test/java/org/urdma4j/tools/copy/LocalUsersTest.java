package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.wire.Listener;
import org.urdma4j.tools.peer.OwnUsers;
import org.urdma4j.tools.peer.SocketOwners;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class LocalUsersTest {
    private static final String TABLE =
            """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
             1: 0200007F:12B7 00000000:0000 07 00000000:00000000 00:00000000 00000000  1000        0 1 2 0 0
             2: 0300007F:12B7 00000000:0000 07 00000000:00000000 00:00000000 00000000  1001        0 2 2 0 0
             3: 0400007F:12B7 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 3 2 0 0
             4: 0500007F:12B8 00000000:0000 07 00000000:00000000 00:00000000 00000000  1000        0 4 2 0 0
             5: 0600007F:12B7 00000000:0000 07 00000000:00000000 00:00000000 00000000  1000        0 5 2 0 0
             6: 0600007F:12B7 00000000:0000 07 00000000:00000000 00:00000000 00000000  1001        0 6 2 0 0
            """;
    private static final String TABLE_6 =
            """
              sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
             1: 0000000000000000FFFF00000700007F:12B7 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000  1000        0 7 2 0 0
             2: 00000000000000000000000001000000:12B7 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000  1001        0 8 2 0 0
            """;
    private static final int PORT = 4791;
    private static final int USER = 1000;

    @TempDir Path folder;

    /** A client of some address, which is there at once. */
    private record One(String peer) implements Listener {
        @Override
        public Accepted accept() {
            return new Accepted(null, peer);
        }

        @Override
        public void close() {}
    }

    private String refusal(String peer, Path... tables) throws IOException {
        return refusal(USER, peer, tables);
    }

    private static String refusal(int user, String peer, Path... tables) throws IOException {
        SocketOwners owners = new SocketOwners(List.of(tables));
        OwnUsers own = new OwnUsers(owners, PORT, user);
        try (LocalUsers users = new LocalUsers(new One(peer), own)) {
            return users.accept().refusal();
        }
    }

    @Test
    void shouldTakeItsOwnUserAndRootAlone() throws Exception {
        Path table = Files.writeString(folder.resolve("udp"), TABLE);
        Path six = Files.writeString(folder.resolve("udp6"), TABLE_6);
        assertThat(refusal("127.0.0.2", table, six)).isNull();
        assertThat(refusal("127.0.0.4", table, six)).isNull();
        assertThat(refusal("127.0.0.7", table, six)).isNull();
        assertThat(refusal(0, "127.0.0.4", table, six)).isNull();
        assertThat(refusal(0, "127.0.0.2", table, six)).isNotNull();
        String other = "this server takes programs of its own user and of root alone";
        assertThat(refusal("127.0.0.3", table, six)).startsWith(other);
        assertThat(refusal("127.0.0.5", table, six)).startsWith(other); // another port
        assertThat(refusal("127.0.0.6", table, six)).startsWith(other); // two users share it
        assertThat(refusal("127.0.0.8", table, six)).startsWith(other); // nobody is known
        assertThat(refusal("::1", table, six)).startsWith(other);
    }

    /** Another of this user's programs at that address doesn't speak for the one that asks. */
    @Test
    void shouldLookAtThePortThatAPeerHas() throws Exception {
        Path table =
                Files.writeString(
                        folder.resolve("udp"),
                        TABLE.replace("0300007F:12B7", "0200007F:12B8")); // 4792 is another user's
        OwnUsers own = new OwnUsers(new SocketOwners(List.of(table)), PORT, USER);
        InetAddress peer = InetAddress.ofLiteral("127.0.0.2");
        assertThat(own.refusal(peer, 0)).isNull();
        assertThat(own.refusal(peer, PORT)).isNull();
        assertThat(own.refusal(peer, PORT + 1)).startsWith("this server takes programs of its own");
        assertThat(own.refusal(InetAddress.ofLiteral("127.0.0.5"), PORT + 1)).isNull();
    }

    @Test
    void shouldTakeNobodyIfAnotherUserGetsWhatIsSentToAllAddresses() throws Exception {
        String all = TABLE.replace("0300007F", "00000000");
        Path table = Files.writeString(folder.resolve("udp"), all);
        assertThat(refusal("127.0.0.2", table)).startsWith("this server takes programs of its own");
    }

    @Test
    void shouldSayThatItCantTell() throws Exception {
        assertThat(refusal("127.0.0.2", folder)).startsWith("this server can't tell whose program");
        assertThat(refusal("127.0.0.2", folder.resolve("none")))
                .startsWith("this server takes programs of its own user");
    }

    @Test
    void shouldReadWhatTheKernelSays() throws Exception {
        Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        InetAddress address = InetAddress.ofLiteral("127.0.0.1");
        try (DatagramSocket socket = new DatagramSocket(0, address)) {
            assertThat(new SocketOwners().of(address, socket.getLocalPort()))
                    .containsExactly((Integer) user);
        }
    }
}
