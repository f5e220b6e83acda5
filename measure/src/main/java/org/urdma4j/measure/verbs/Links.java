package org.urdma4j.measure.verbs;

import org.urdma4j.verbs.Gid;
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

/** Connections of one end, made through the connection manager. */
abstract sealed class Links implements AutoCloseable permits ClientLinks, ServerLinks {
    /** Longer than the connection manager asks again before it gives up, shorter than a control. */
    static final Duration PATIENCE = Duration.ofSeconds(19);

    /** A token that the server has drawn, and which queue pair it is about. */
    static final int DATA_BYTES = Long.BYTES + Integer.BYTES;

    final VerbsDevice device;
    final QpOptions options;
    private final String peer;
    private final CmEventChannel events;

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

    /** Makes the queue pair of a stream, which can't be sent to yet. */
    final Stream stream(int index, CmId id) {
        QueuePair pair = id.createQp(device.domain(), device.queues());
        return new Stream(index, pair, null);
    }

    /** Waits until every stream is connected. */
    final void awaitAll(int count) throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            await(CmEventType.ESTABLISHED);
        }
        Gid gid = device.gid();
        for (Stream stream : device.streams()) {
            int psn = stream.pair.query(QpAttrMask.SQ_PSN).sqPsn();
            stream.endpoint = new QpEndpoint(stream.pair.qpNum(), psn, gid);
            options.limitRate(stream.pair);
        }
    }

    /** Returns the next event, which must be of a type. */
    final CmEvent await(CmEventType type) throws IOException, InterruptedException {
        CmEvent event = events.getCmEvent(PATIENCE);
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
        events.close();
    }
}
