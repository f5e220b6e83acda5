package org.urdma4j.transport.seal;

import org.urdma4j.protection.aead.OutlyingText;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.protection.shape.Shape;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.wire.PacketSealer;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.QpProtection;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Seals what a queue pair sends and opens what comes to it. Nothing that comes changes anything
 * before its tag was found right. Confined to the event loop.
 */
public final class QpSeal implements PacketSealer, AutoCloseable {
    /** How long the keys of an epoch are kept at least when the peer has gone on to the next. */
    static final long LEAST_GRACE_NS = 3_000_000_000L;

    private final PacketSeal packets;
    private final SealSettings settings;
    private final String peerName;
    private final Consumer<QpSeal> onClosed;
    private final Generations generations = new Generations();
    private final UnverifiedHeader header = new UnverifiedHeader(generations);
    private Runnable onEnded = () -> {};
    private long roundTripNs;
    private long nowNs;
    private long epochsBefore;

    /** What packets are made as long as, from BTH to pad; 0 where they stay as they are. */
    private int fullLength;

    private long addedBytes;
    private int chaffT1;
    private boolean closed;

    /**
     * Creates one without keys.
     *
     * @param packets of the event loop
     * @param settings to be described
     * @param peerName whose device is at the other end
     * @param onClosed is told when it is needed no more
     */
    QpSeal(PacketSeal packets, SealSettings settings, String peerName, Consumer<QpSeal> onClosed) {
        this.packets = packets;
        this.settings = settings;
        this.peerName = peerName;
        this.onClosed = onClosed;
    }

    void add(Generation generation) {
        generations.add(generation);
    }

    void use(int generation, long atNs) {
        Generation before = generations.current();
        generations.use(generation, atNs);
        noteEpochs(before);
    }

    private void noteEpochs(Generation before) {
        if (before != null && before != generations.current()) {
            epochsBefore += before.sealing.epochs();
        }
    }

    void forget(int generation) {
        generations.forget(generation);
    }

    /** Its keys have come to their end, and there won't be others. */
    void end() {
        generations.close();
        onEnded.run();
    }

    /** Sets what is run when its keys have come to their end. */
    public void onEnded(Runnable ended) {
        onEnded = ended;
    }

    /**
     * Packets follow that are sent now.
     *
     * @param pathNs the round trip, as far as it is known
     * @return whether there are keys for them
     */
    public boolean begin(long pathNs, long atNs) {
        nowNs = atNs;
        roundTripNs = pathNs;
        Generation current = generations.current();
        return current != null && current.sealing.hasNext();
    }

    @Override
    public int roomBefore() {
        return PacketSeal.ROOM_BEFORE;
    }

    /** Returns what its packets look like from outside. */
    public Shape shape() {
        return settings.shape();
    }

    /** Returns the bytes by which packets become longer without fill. */
    public int overhead() {
        return PacketSeal.OVERHEAD;
    }

    /**
     * Makes all packets as long as the longest.
     *
     * @param length of a plain one, from BTH to pad
     */
    public void fillTo(int length) {
        fullLength = length;
    }

    @Override
    public int sealedLength(int length) {
        return Math.max(length, fullLength) + PacketSeal.OVERHEAD;
    }

    @Override
    public void seal(MemorySegment memory, ByteBuffer buffer, int at, int length) {
        Generation current = generations.current();
        long number = current.sealing.next(nowNs);
        int generation = current.number;
        int fill = fill(length);
        packets.seal(
                memory, buffer, at, length, fill, generation, number, current.sealing.cipher());
    }

    @Override
    public boolean seal(
            MemorySegment memory, ByteBuffer buffer, int at, int length, OutlyingText part) {
        Generation current = generations.current();
        long number = current.sealing.next(nowNs);
        PacketCipher cipher = current.sealing.cipher();
        int fill = fill(length);
        int sealed =
                packets.seal(
                        memory, buffer, at, length, fill, current.number, number, cipher, part);
        return sealed != PacketSeal.GONE;
    }

    private int fill(int length) {
        int fill = Math.max(0, fullLength - length);
        addedBytes += fill + (long) PacketSeal.OVERHEAD;
        return fill;
    }

    /**
     * Adds a packet that holds nothing to a batch that accepts its length. Follows {@link #begin}
     * and {@link #fillTo}.
     *
     * @param t1 when it leaves
     */
    public void chaff(TransmitBatch batch, Route route, int pKey, int destQpn, int t1) {
        Generation current = generations.current();
        long number = current.sealing.next(nowNs);
        int start = batch.begin(route) - PacketSeal.ROOM_BEFORE;
        int sent = fullLength + PacketSeal.OVERHEAD;
        packets.chaff(
                batch.memory(),
                batch.buffer(),
                start,
                t1,
                sent - PacketSeal.SHORTEST,
                pKey,
                destQpn,
                current.number,
                number,
                current.sealing.cipher());
        batch.endSealed(PacketSeal.SHORTEST, sent + TransmitBatch.ICRC_LENGTH);
    }

    /** Returns by how many bytes packets have become longer since the last call. */
    public long takeAddedBytes() {
        long added = addedBytes;
        addedBytes = 0;
        return added;
    }

    /**
     * Opens a packet, which stands there plain afterwards.
     *
     * @return null, or why it is to be dropped
     */
    public Counter open(ReceivedPacket packet, long atNs) {
        if (!packet.isSealed()) {
            return Counter.DROPPED_NOT_PROTECTED;
        }
        if (packet.length() < PacketSeal.SHORTEST) {
            return Counter.DROPPED_AUTH;
        }
        ByteBuffer b = packet.buffer();
        int at = packet.offset();
        Counter refusal = header.read(b, at, atNs);
        if (refusal != null) {
            return refusal;
        }
        int plain =
                packets.open(
                        packet.memory(),
                        packet.memoryAt(0),
                        b,
                        at,
                        packet.length(),
                        header.cipher());
        if (plain == PacketSeal.FORGED) {
            return Counter.DROPPED_AUTH;
        }
        Generation before = generations.current();
        header.prove(atNs, Math.max(LEAST_GRACE_NS, 2 * roundTripNs));
        noteEpochs(before);
        if (plain == PacketSeal.CHAFF) {
            chaffT1 = PacketSeal.chaffT1(b, at, packet.length());
            return Counter.CHAFF_RCVD;
        }
        if (plain == PacketSeal.MALFORMED) {
            return Counter.DROPPED_MALFORMED;
        }
        packet.unsealed(PacketSeal.ROOM_BEFORE, plain);
        return null;
    }

    /** Returns when the chaff left that was opened last. */
    public int chaffT1() {
        return chaffT1;
    }

    public QpProtection describe() {
        Generation current = generations.current();
        return new QpProtection(
                peerName,
                settings.aead().toString(),
                settings.source().name(),
                current == null ? 0 : current.number,
                current == null ? 0 : current.sealing.epoch());
    }

    long epochs() {
        Generation current = generations.current();
        return current == null ? 0 : epochsBefore + current.sealing.epochs();
    }

    /** Forgets all keys; idempotent. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            generations.close();
            onClosed.accept(this);
        }
    }
}
