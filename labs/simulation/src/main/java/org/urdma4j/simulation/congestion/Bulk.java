package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.PathQuery;
import org.urdma4j.transport.device.QpCounters;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.RailStatistics;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A connection of the URDMA profile between two hosts of its own, whose ends ask for one operation
 * after another without end: from {@code source} to {@code sink} goes the payload, whoever asks.
 * Confined to the thread that runs the virtual time.
 */
public final class Bulk {
    static final int PAYLOAD = 4096;

    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;
    private static final long MESSAGE = 16L << 20;
    private static final int DEPTH = QpAttrs.RD_ATOMIC;

    final SimulatedHost source;
    final SimulatedHost sink;
    private final long message;
    private final End atSource;
    private final End atSink;

    Bulk(SimulatedHost source, SimulatedHost sink) {
        this(source, sink, urdma(UrdmaTuning.DEFAULT));
    }

    /** A connection whose ends have these attributes, of either profile. */
    Bulk(SimulatedHost source, SimulatedHost sink, QpAttr attr) {
        this(source, sink, attr, MESSAGE);
    }

    /**
     * A connection that carries messages of so many bytes, sixteen at a time.
     *
     * @param attr of both ends, of either profile
     */
    public Bulk(SimulatedHost source, SimulatedHost sink, QpAttr attr, long message) {
        this(source, source.open(), sink, sink.open(), attr, message);
        sink.application(atSink::onTurn);
    }

    /** A connection to a host that has others, too; it has to call {@link #onSinkTurn}. */
    Bulk(SimulatedHost source, SimulatedHost sink, SoftContext opened, QpAttr attr) {
        this(source, source.open(), sink, opened, attr, MESSAGE);
    }

    /**
     * A connection between hosts that are the sinks of others, too. The source alone may ask for
     * something, and for one connection.
     *
     * @param own the device of the source
     * @param opened that of the sink
     * @param attr of both ends, of either profile
     */
    public Bulk(
            SimulatedHost source,
            SoftContext own,
            SimulatedHost sink,
            SoftContext opened,
            QpAttr attr) {
        this(source, own, sink, opened, attr, MESSAGE);
    }

    private Bulk(
            SimulatedHost source,
            SoftContext own,
            SimulatedHost sink,
            SoftContext opened,
            QpAttr attr,
            long message) {
        this.source = source;
        this.sink = sink;
        this.message = message;
        atSource = new End(own, message);
        atSink = new End(opened, message);
        attr.qpAccessFlags(ACCESS);
        QpEndpoint here = new QpEndpoint(atSource.qp.qpNum(), 0, source.gid());
        QpEndpoint there = new QpEndpoint(atSink.qp.qpNum(), 0, sink.gid());
        QpAttrs.connect(atSource.qp, here, there, attr);
        QpAttrs.connect(atSink.qp, there, here, attr);
        source.application(atSource::onTurn);
    }

    /** The sink's device has had a turn. */
    void onSinkTurn() {
        atSink.onTurn();
    }

    /** Returns attributes of the URDMA profile. */
    static QpAttr urdma(UrdmaTuning tuning) {
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(PAYLOAD).build();
        return new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning);
    }

    /** Returns attributes of the standard profile. */
    public static QpAttr standard(UrdmaTuning tuning, Mtu mtu) {
        return new QpAttr().pathMtu(mtu).timeout(14).retryCnt(7).urdmaTuning(tuning);
    }

    /** Has payload go from source to sink by an operation, RDMA_WRITE or RDMA_READ, for ever. */
    public Bulk forward(WrOpcode operation) {
        return operation == WrOpcode.RDMA_READ
                ? repeat(atSink, atSource, operation, message)
                : repeat(atSource, atSink, operation, message);
    }

    /** Has payload go from sink to source by an operation, for ever. */
    Bulk backward(WrOpcode operation) {
        return operation == WrOpcode.RDMA_READ
                ? repeat(atSource, atSink, operation, message)
                : repeat(atSink, atSource, operation, message);
    }

    /** Has the source ask for atomic operations, for ever. */
    Bulk atomics() {
        return repeat(atSource, atSink, WrOpcode.ATOMIC_FETCH_AND_ADD, Long.BYTES);
    }

    /** Has one message go from source to sink by a WRITE, and no other. */
    Bulk once() {
        atSource.begin(WrOpcode.RDMA_WRITE, atSink, message, 1);
        return this;
    }

    private Bulk repeat(End from, End to, WrOpcode operation, long bytes) {
        from.begin(operation, to, bytes, Long.MAX_VALUE);
        return this;
    }

    /** Returns how many operations have completed at either end. */
    long completed() {
        return atSource.completed + atSink.completed;
    }

    /** Returns what the source's congestion control knows. */
    public PathStatistics path() {
        return PathQuery.of(atSource.qp);
    }

    /** Returns what the sink's congestion control knows. */
    PathStatistics sinkPath() {
        return PathQuery.of(atSink.qp);
    }

    /** Returns what the source knows of each of its rails. */
    List<RailStatistics> rails() {
        return PathQuery.railsOf(atSource.qp);
    }

    /** Returns the bytes of payload that are in the sink's memory. */
    public long placedBytes() {
        return QpCounters.of(atSink.qp).get(Counter.PLACED_BYTES);
    }

    /** Returns what the source has counted. */
    public long sent(Counter counter) {
        return source.counters().get(counter);
    }

    /** Memory that is never touched, since payload goes by reference. */
    @SuppressWarnings("restricted") // whoever touched it would crash; nobody does
    static MemorySegment nowhere(long bytes) {
        return MemorySegment.ofAddress(1L << 40).reinterpret(bytes);
    }

    private static final class End {
        final QueuePair qp;
        final CompletionQueue cq;
        final MemoryRegion bulk;
        final MemoryRegion words;
        final WorkCompletion[] polled = WorkCompletion.array(16);
        final SendWr request = new SendWr();
        End peer;
        long bytes;
        long most;
        long posted;
        long completed;

        End(SoftContext context, long message) {
            ProtectionDomain domain = context.allocPd();
            cq = context.createCq(2 * DEPTH);
            qp =
                    domain.createQp(
                            QpInitAttr.builder().cq(cq).cap(new QpCap(DEPTH, 1, 1, 1, 0)).build());
            bulk = domain.regMr(nowhere(DEPTH * message), ACCESS);
            words = domain.regMr(MemorySegment.ofArray(new long[DEPTH]), ACCESS);
        }

        void begin(WrOpcode operation, End to, long messageBytes, long messages) {
            peer = to;
            bytes = messageBytes;
            most = messages;
            request.opcode(operation).sendFlags(SendFlags.SIGNALED);
            for (int i = 0; i < DEPTH; i++) {
                post();
            }
        }

        void onTurn() {
            for (int n = cq.poll(polled); n > 0; n = cq.poll(polled)) {
                for (int i = 0; i < n; i++) {
                    if (!polled[i].isSuccess()) {
                        throw new IllegalStateException("a request failed: " + polled[i]);
                    }
                    completed++;
                    post();
                }
            }
        }

        private void post() {
            if (posted == most) {
                return;
            }
            long offset = posted++ % DEPTH * bytes;
            request.clearSges();
            if (request.opcode() == WrOpcode.ATOMIC_FETCH_AND_ADD) {
                request.addSge(words.sge(offset, bytes))
                        .atomic(peer.words.addr() + offset, peer.words.rkey(), 1, 0);
            } else {
                request.addSge(bulk.sge(offset, bytes))
                        .rdma(peer.bulk.addr() + offset, peer.bulk.rkey());
            }
            PostStatus status = qp.postSend(request);
            if (status != PostStatus.OK) {
                throw new IllegalStateException("posting failed: " + status);
            }
        }
    }
}
