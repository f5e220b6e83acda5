package org.urdma4j.tunnel.site;

import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.transport.port.linux.DatagramReader;
import org.urdma4j.transport.port.linux.UdpSocket;
import org.urdma4j.transport.seal.TunnelKeys;
import org.urdma4j.tunnel.address.CellOrder;
import org.urdma4j.tunnel.address.PeerAddress;
import org.urdma4j.tunnel.address.PeerLiveness;
import org.urdma4j.tunnel.cell.CellText;

import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.function.Consumer;

/**
 * The other end while there is one: keys, and where its cells come from, which may change since
 * addresses may be translated. Confined to the tunnel's thread.
 */
final class Session {
    private static final int MOST_ANSWERS = 4;

    /**
     * Where cells go.
     *
     * @param socket for people
     * @param address for the kernel
     * @param flow for the ICRC
     */
    record Destination(InetSocketAddress socket, MemorySegment address, IcrcFlow flow) {}

    private final TunnelKeys keys;
    private final InetSocketAddress local;
    private final Consumer<String> changes;
    private final SecureRandom random = new SecureRandom();
    private final PeerAddress<Destination> peer;
    private final PeerLiveness liveness = new PeerLiveness();
    private final CellOrder order = new CellOrder();
    private final long[] answers = new long[MOST_ANSWERS];
    private int owed;
    private boolean deaf;
    private long heardNs;

    /**
     * Begins.
     *
     * @param remote where the other end is, as far as is known
     * @param cellBytes of this end's cells
     * @param changes is told, in a line each, when it is elsewhere, unheard, or heard again
     */
    Session(
            TunnelKeys keys,
            InetSocketAddress local,
            InetSocketAddress remote,
            int cellBytes,
            Consumer<String> changes,
            long nowNs) {
        this.keys = keys;
        this.local = local;
        this.changes = changes;
        heardNs = nowNs;
        peer = new PeerAddress<>(destination(remote), random::nextLong, cellBytes, nowNs);
    }

    private Destination destination(InetSocketAddress remote) {
        return new Destination(
                remote,
                UdpSocket.address(remote.getAddress(), remote.getPort()),
                new IcrcFlow(
                        local.getAddress().getAddress(),
                        remote.getAddress().getAddress(),
                        local.getPort(),
                        remote.getPort()));
    }

    /**
     * A genuine cell has come.
     *
     * @param i the datagram that it is of
     * @param b where it stands, open
     * @param at its first byte
     * @param bytes on the network
     * @param text where its text begins
     * @param textLength bytes of that
     * @return whether it was none of the stream's
     */
    boolean heard(
            DatagramReader reader,
            int i,
            ByteBuffer b,
            int at,
            int bytes,
            int text,
            int textLength,
            long nowNs) {
        heardNs = nowNs;
        liveness.heard();
        long place = order.of(SealedPacket.generation(b, at), SealedPacket.number(b, at));
        boolean current = reader.isFrom(i, peer.current().address);
        boolean candidate =
                !current && peer.candidate() != null && reader.isFrom(i, peer.candidate().address);
        if (current) {
            peer.fromCurrent(place, nowNs);
        } else if (candidate) {
            peer.fromCandidate(place, bytes);
        } else if (peer.isNews(place, nowNs)) {
            peer.begin(destination(reader.source(i)), place, bytes, nowNs);
        }
        if (!CellText.isControl(b, text, textLength)) {
            return false;
        }
        onControl(CellText.kind(b, text), CellText.nonce(b, text), current, candidate, nowNs);
        return true;
    }

    private void onControl(int kind, long nonce, boolean current, boolean candidate, long nowNs) {
        if (kind == CellText.CHALLENGE && owed < MOST_ANSWERS) {
            answers[owed++] = nonce;
        } else if (kind == CellText.ANSWER && current) {
            peer.answerFromCurrent(nonce, nowNs);
        } else if (kind == CellText.ANSWER && candidate) {
            peer.answerFromCandidate(nonce, nowNs);
        }
    }

    void onTimer(long nowNs) {
        InetSocketAddress before = peer.current().socket;
        if (peer.onTimer(nowNs)) {
            changes.accept(
                    "the other end is at %s now; it was at %s"
                            .formatted(text(peer.current().socket), text(before)));
        }
        if (deaf != liveness.isDeaf(nowNs)) {
            deaf = !deaf;
            changes.accept(
                    deaf
                            ? "nothing comes from %s: cells stop, but for one a second that asks"
                                    .formatted(text(peer.current().socket))
                            : "the other end is heard again");
        }
    }

    private static String text(InetSocketAddress of) {
        String address = of.getAddress().getHostAddress();
        return (address.contains(":") ? "[%s]:%d" : "%s:%d").formatted(address, of.getPort());
    }

    /** Returns whether the stream may go out: the other end was heard. */
    boolean mayStream() {
        return !deaf;
    }

    /** Cells of the stream have left. */
    void streamed(long nowNs) {
        liveness.sent(nowNs);
    }

    /** Returns where a question or an answer is to go now, null for nowhere. */
    Destination control(long nowNs) {
        if (owed > 0 || liveness.asks(nowNs)) {
            return peer.current();
        }
        return peer.asks(nowNs);
    }

    /** Writes the text of what {@link #control} has told of. */
    void writeControl(ByteBuffer b, int at, int length, long nowNs) {
        if (owed > 0) {
            CellText.writeControl(b, at, length, CellText.ANSWER, answers[--owed]);
            return;
        }
        boolean alive = liveness.asks(nowNs);
        if (alive) {
            liveness.ask(nowNs);
        }
        long nonce = alive ? random.nextLong() : peer.ask(nowNs);
        CellText.writeControl(b, at, length, CellText.CHALLENGE, nonce);
    }

    TunnelKeys keys() {
        return keys;
    }

    /** Returns where the stream goes. */
    Destination destination() {
        return peer.current();
    }

    /** Returns when a genuine cell came last, or when it began. */
    long heardNs() {
        return heardNs;
    }
}
