package org.urdma4j.protection.association.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.protection.admission.Quota;
import org.urdma4j.protection.association.listener.TcpConnection;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Who shakes hands at the key port, in time that the test makes. */
class HandshakeGateTest {
    private static final long SECOND = 1_000_000_000;

    private final HandshakeGate gate =
            new HandshakeGate(
                    new Quota(
                            Associations.MOST_HANDSHAKES,
                            Associations.MOST_HANDSHAKES_OF_NETWORK,
                            Associations.MOST_HANDSHAKES_OF_ADDRESS));
    private long nowNs;

    private record From(InetSocketAddress remote, long number) implements TcpConnection {
        @Override
        public InetSocketAddress local() {
            return remote;
        }

        @Override
        public int read(byte[] into, int timeoutMs) {
            return -1;
        }

        @Override
        public void write(byte[] bytes) {
            // nobody reads it
        }

        @Override
        public void shutdownOutput() {
            // nobody reads it
        }

        @Override
        public void abort() {
            // nothing to close
        }

        @Override
        public void close() {
            // nothing to close
        }
    }

    private long made;

    private TcpConnection from(int network, int host) {
        InetAddress address = InetAddress.ofLiteral("10.1.%d.%d".formatted(network, host));
        return new From(new InetSocketAddress(address, 1), made++);
    }

    /** Returns whether it got in. */
    private boolean comes(int network, int host) {
        TcpConnection one = from(network, host);
        Optional<TcpConnection> gone = gate.enter(one, nowNs);
        assertThat(gate.count()).isLessThanOrEqualTo(Associations.MOST_HANDSHAKES);
        return gone.isEmpty() || !gone.get().equals(one);
    }

    private int come(int network, int host, int times) {
        int inside = 0;
        for (int i = 0; i < times; i++) {
            inside += comes(network, host) ? 1 : 0;
        }
        return inside;
    }

    @Test
    void shouldGiveAnAddressEightAndANetworkSixteen() {
        assertThat(come(1, 1, 100)).isEqualTo(8);
        assertThat(come(1, 2, 100)).isEqualTo(8);
        assertThat(come(1, 3, 100)).as("nobody's time is over").isZero();
        assertThat(gate.count()).isEqualTo(16);
    }

    /** Eight addresses, as many handshakes each as they may have. */
    @Test
    void shouldLetOthersInThoughAllIsTaken() {
        for (int network = 1; network <= 8; network++) {
            assertThat(come(network, 1, 100)).isEqualTo(8);
        }
        assertThat(gate.count()).isEqualTo(64);
        assertThat(comes(9, 1)).as("within the first second").isFalse();
        nowNs += SECOND;
        assertThat(comes(1, 1)).as("who has his share").isFalse();
        assertThat(comes(1, 2)).as("who has no less than others").isFalse();
        assertThat(comes(9, 1)).isTrue();
    }

    /** A flood costs what so many handshakes cost, whatever it brings. */
    @Test
    void shouldBeginSixtyFourASecond() {
        int begun = 0;
        for (int ms = 0; ms < 10_000; ms++) {
            nowNs = ms * (SECOND / 1000);
            for (int i = 0; i < 10; i++) {
                int caller = ms * 10 + i;
                begun += comes(caller & 0xff, 1 + (caller >> 8) % 200) ? 1 : 0;
            }
        }
        assertThat(begun).isBetween(64, 10 * 64);
    }

    @Test
    void shouldHaveRoomAgainForThoseWhoLeft() {
        TcpConnection[] all = new TcpConnection[64];
        for (int i = 0; i < all.length; i++) {
            all[i] = from(i, 1);
            assertThat(gate.enter(all[i], nowNs)).isEmpty();
        }
        assertThat(gate.inside()).hasSize(64);
        for (TcpConnection one : all) {
            gate.leave(one);
            gate.leave(one);
        }
        assertThat(gate.count()).isZero();
        assertThat(come(1, 1, 100)).isEqualTo(8);
    }
}
