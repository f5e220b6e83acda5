package org.urdma4j.transport.urdma.report;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.ReportCounters;
import org.urdma4j.codec.urdma.ReportWriter;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.retransmit.sack.Arrival;
import org.urdma4j.retransmit.sack.SackConfig;
import org.urdma4j.retransmit.sack.SackReceiver;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.mtu.PieceTable;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;

/**
 * The receiving side of one sequence space: what has arrived of it, and the reports to the peer. A
 * report that fits no packet goes out in several parts.
 */
public final class InboundSpace {
    private static final int MOST_PARTS = 255;

    public final SackReceiver sack;
    private final QpContext qp;
    private final PeerClock clock;
    private final PeerProof proof;
    private final WrapGuard guard = new WrapGuard();
    private final PieceTable pieces = new PieceTable();
    private final int opcode;
    private final Owed owed;
    private final int kind;
    private final int capacity;
    private final ReportWriter writer;
    private final ReportCounters counters;
    private long marked;
    private int number;
    private int part;
    private boolean reporting;
    private long pendingFirst;
    private long pendingCount;

    // Of the packet that was judged last.
    private long psn;
    private long sentNs;

    /**
     * Creates it.
     *
     * @param clock the peer's, by which packets are dated
     * @param proof tells the peer's packets from a stranger's
     * @param opcode of the reports on it
     * @param owed has {@code kind} while a report is due, now or later
     * @param capacity bytes that a part may have after its extended AETH
     * @param writer writes a part at a time, and keeps nothing from one to the next
     * @param counters of a part, likewise
     */
    public InboundSpace(
            QpContext qp,
            PeerClock clock,
            PeerProof proof,
            SackConfig config,
            int opcode,
            Owed owed,
            int kind,
            int capacity,
            ReportWriter writer,
            ReportCounters counters) {
        this.writer = writer;
        this.counters = counters;
        this.qp = qp;
        this.clock = clock;
        this.proof = proof;
        this.opcode = opcode;
        this.owed = owed;
        this.kind = kind;
        this.capacity = capacity;
        sack = new SackReceiver(config);
    }

    public void start(int psn) {
        sack.start(psn);
        guard.start(psn, 0);
        number = 0;
        reporting = false;
        marked = 0;
        pieces.clear();
        owed.remove(kind);
    }

    /**
     * Judges a request or an answer by its number and the two clocks in it. What is refused has
     * moved nothing but what is known of the peer's clock.
     *
     * @param number its sequence number, 24 bits
     * @param onItsPath whether its number on its path may be right; a stranger must guess that, too
     */
    public Admission admit(int number, int t1, int tr, boolean onItsPath, long nowNs) {
        psn = Psn.unwrap(sack.cumulative(), number);
        if (!proof.ofData(t1, tr, nowNs)) {
            return Admission.WRONG_PEER;
        }
        Arrival arrival = sack.classify(psn);
        if (arrival == Arrival.BEYOND || !onItsPath) {
            return Admission.BEYOND;
        }
        boolean isNew = arrival == Arrival.NEW;
        if (!isNew && sack.packetsReceived() == 0) {
            return Admission.NEVER_SENT;
        }
        sentNs = clock.unwrap(t1, tr, nowNs);
        if (isNew) {
            proof.onNew(tr, sentNs);
        }
        if (isStale(sentNs, nowNs)) {
            return Admission.STALE;
        }
        owed.kinds |= kind;
        return isNew ? Admission.NEW : Admission.DUPLICATE;
    }

    /** Returns whether clocks and number may be the peer's, of data that isn't to be taken. */
    public boolean mayBePeers(UrdmaPacket packet, long nowNs) {
        return proof.ofData(packet.t1(), packet.tr(), nowNs)
                && sack.expects(Psn.unwrap(sack.cumulative(), packet.psn()));
    }

    /** Returns the sequence number of the packet that {@link #admit} judged, unwrapped. */
    public long psn() {
        return psn;
    }

    /** Returns when it left, by the peer's clock. */
    public long sentNs() {
        return sentNs;
    }

    /** The packet that {@link #admit} called {@link Admission#NEW} was placed. */
    public void onPlaced(UrdmaPacket packet, long nowNs) {
        sack.onPacket(nowNs, psn, packet.retransmission(), sentNs, wireBytes(packet));
    }

    /** It was a piece of one; returns whether that is whole now. */
    public boolean completes(UrdmaPacket piece) {
        qp.count(Counter.PIECES_RCVD);
        return pieces.take(
                psn,
                sack.cumulative(),
                piece.pieceAt(),
                piece.payloadLength(),
                piece.wholeLength());
    }

    /** It was a piece of one that isn't whole yet. */
    public void onPiece(UrdmaPacket packet, long nowNs) {
        sack.onOther(sentNs, wireBytes(packet), nowNs);
    }

    /** A packet came that takes no sequence number, {@code leftNs} by the peer's clock. */
    public void onOther(long leftNs, int wireBytes, long nowNs) {
        sack.onOther(leftNs, wireBytes, nowNs);
        owed.add(kind);
    }

    /** A packet was dropped that may be a stranger's; if not, the peer is to hear of it soon. */
    public void onDropped(long nowNs) {
        sack.onDropped(nowNs);
        owed.add(kind);
    }

    /** A report is due at once. */
    public void onReportAsked(long nowNs) {
        sack.onReportAsked(nowNs);
        owed.add(kind);
    }

    /** It had arrived before. */
    public void onDuplicate(UrdmaPacket packet, long nowNs) {
        sack.onDuplicate(nowNs, psn, sentNs, wireBytes(packet));
    }

    private static int wireBytes(UrdmaPacket packet) {
        return packet.length() + TransmitBatch.ICRC_LENGTH;
    }

    /**
     * Returns whether a packet was on its way for so long that its number, or that of its group,
     * may stand for another one by now: then it is dropped.
     *
     * @param leftNs when it left, by the peer's clock
     */
    public boolean isStale(long leftNs, long nowNs) {
        return guard.stale(clock.newestNs() - leftNs, sack.highest(), nowNs);
    }

    /** A packet came with a mark of congestion. */
    public void onMarked() {
        marked++;
    }

    /** Returns whether a report is to go now; one can only be if it is owed. */
    public boolean reportDue(long nowNs) {
        long dueNs = nextReportNs();
        if (dueNs == Long.MAX_VALUE) {
            owed.remove(kind);
        }
        return dueNs <= nowNs;
    }

    public long nextReportNs() {
        return reporting ? Long.MIN_VALUE : sack.nextReportNs();
    }

    /**
     * Adds a part of a report to an empty batch.
     *
     * @param acknowledged everything before this has arrived and been acted upon
     * @param limit receive-consuming messages allowed, see {@link ReportCounters#receiveLimit}
     */
    public void report(TransmitBatch batch, long acknowledged, int msn, int limit, long nowNs) {
        if (!reporting) {
            begin(nowNs);
        }
        int at = batch.begin(qp.outward());
        ByteBuffer b = batch.buffer();
        UrdmaBth.write(b, at, opcode, 0, 0, qp.pKey, qp.destQpn, number & Psn.MASK);
        writeAeth(b, at + Bth.LENGTH, msn, nowNs);
        int body = at + Bth.LENGTH + ExtendedAeth.LENGTH;
        counters.packetsReceived = sack.packetsReceived();
        counters.bytesReceived = sack.bytesReceived();
        counters.missing = sack.missing();
        counters.repaired = sack.repaired();
        counters.duplicates = sack.duplicates();
        counters.marked = marked;
        counters.receiveLimit = limit;
        writer.begin(b, body, capacity, number, acknowledged, sack.highest(), counters, part);
        skipArrived();
        while (pendingFirst >= 0 && writer.range(pendingFirst, pendingCount)) {
            advance();
        }
        int end = body + writer.end();
        batch.end(end, end - at + TransmitBatch.ICRC_LENGTH);
        batch.close();
        part++;
        if (pendingFirst < 0 || part == MOST_PARTS) {
            reporting = false;
            sack.endReport(nowNs);
        }
        qp.count(Counter.REPORTS_SENT);
    }

    private void begin(long nowNs) {
        reporting = true;
        number++;
        part = 0;
        sack.beginReport(nowNs);
        advance();
    }

    /** A range that fitted no more in the last part may have arrived, or some of it, since. */
    private void skipArrived() {
        while (pendingFirst >= 0 && pendingFirst < sack.cumulative()) {
            long left = pendingFirst + pendingCount - sack.cumulative();
            if (left > 0) {
                pendingFirst = sack.cumulative();
                pendingCount = left;
            } else {
                advance();
            }
        }
    }

    private void advance() {
        pendingFirst = sack.nextFirst();
        pendingCount = pendingFirst < 0 ? 0 : sack.nextCount();
    }

    private void writeAeth(ByteBuffer b, int at, int msn, long nowNs) {
        int t1 = Timestamp.of(sack.newestSentNs());
        ExtendedAeth.write(
                b,
                at,
                AethSyndrome.ACK_UNLIMITED,
                msn,
                Timestamp.of(nowNs),
                Timestamp.of(sack.newestArrivedNs()) - t1,
                (int) sack.newestPsn() & Psn.MASK,
                t1);
    }
}
