package org.urdma4j.measure.verbs;

import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Connections of one end, made through the connection manager. */
abstract sealed class Links implements AutoCloseable permits ClientLinks, ServerLinks {
    /** The connection manager tells when it gives up, and who closes this interrupts. */
    static final Duration PATIENCE = Duration.ofDays(1);

    /** A token that the server has drawn, and which queue pair it is about. */
    static final int DATA_BYTES = Long.BYTES + Integer.BYTES;

    final VerbsDevice device;
    final QpOptions options;
    private final String peer;
    private final CmEventChannel events;

    /** Those that are asked for or accepted; touched on the event loop, or when nothing goes on. */
    private final List<CmId> ids = new ArrayList<>();

    /**
     * Opens an event channel.
     *
     * @param peer the other end, for messages
     */
    Links(VerbsDevice device, QpOptions options, String peer) {
        this.device = device;
        this.options = options;
        this.peer = peer;
        events = RdmaCm.createEventChannel(device.context());
    }

    final CmId createId() {
        return events.createId(device.context(), CmPortSpace.TCP);
    }

    /** Makes the queue pair of a stream, which can't be sent to yet; on the event loop. */
    final Stream stream(int index, CmId id) {
        ids.add(id);
        QueuePair pair = id.createQp(device.domain(), device.queues(index));
        return new Stream(index, pair, null);
    }

    /** Waits until every stream is connected. */
    final void awaitAll(int count) throws IOException, InterruptedException {
        await(CmEventType.ESTABLISHED, count);
        List<Stream> streams = device.all();
        device.each(count, i -> connected(streams.get(i)));
    }

    private void connected(Stream stream) {
        int psn = stream.pair.query(QpAttrMask.SQ_PSN).sqPsn();
        stream.endpoint = new QpEndpoint(stream.pair.qpNum(), psn, device.gid());
        options.limitRate(stream.pair);
    }

    /** Waits for so many events, which must be of a type. */
    final void await(CmEventType type, int count) throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            var _ = require(type, events.getCmEvent(PATIENCE));
            device.step();
        }
    }

    /** Waits for an event, and returns all that there are, which must be of a type. */
    final List<CmEvent> awaitSome(CmEventType type) throws IOException, InterruptedException {
        List<CmEvent> some = new ArrayList<>();
        CmEvent event = events.getCmEvent(PATIENCE);
        do {
            some.add(require(type, event));
            event = events.pollCmEvent();
        } while (event != null);
        return some;
    }

    private CmEvent require(CmEventType type, CmEvent event) throws IOException {
        if (event == null || event.eventType() != type) {
            throw new IOException(describe(event));
        }
        return event;
    }

    private String describe(CmEvent event) {
        if (event == null || event.eventType() == CmEventType.UNREACHABLE) {
            return ("no connection with %s: its connection manager doesn't answer; is the UDP port"
                            + " open both ways? --control tcp does without")
                    .formatted(peer);
        }
        return "no connection: " + event.describe();
    }

    static byte[] data(long token, int stream) {
        return ByteBuffer.allocate(DATA_BYTES).putLong(token).putInt(stream).array();
    }

    static IOException failed(VerbsException cause) {
        return new IOException("the queue pairs can't be connected: " + cause.getMessage(), cause);
    }

    /** Makes no more connections; those that there are go on. */
    void halt() {
        // who connects does so within a call
    }

    @Override
    public void close() {
        // Events nobody reads are searched for each that is closed.
        device.everyOne(
                ids.size(),
                i -> {
                    drop();
                    ids.get(i).close();
                });
        events.close();
    }

    private void drop() {
        CmEvent event;
        do {
            event = events.pollCmEvent();
        } while (event != null);
    }
}
