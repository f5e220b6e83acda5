package org.urdma4j.transport.qp;

import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.retransmit.RetransmitTimer;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.wire.PayloadSource;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;

import java.util.List;

/**
 * How a queue pair turns work into packets and packets into completions: standard RoCE or the URDMA
 * profile. Called by the event loop only; times are nanoseconds of a clock that doesn't run
 * backwards.
 */
public interface Profile {
    /** The queue pair moves from INIT to RTR; the peer's first request has this number. */
    void startReceiving(int psn);

    /** The queue pair moves from RTR to RTS; our first request has this number. */
    void startSending(int psn);

    /** Attributes in the {@link QpContext} have changed. */
    void onModified();

    /** Returns how many batches of packets are to leave before others have theirs, 1 to 16. */
    default double batches() {
        return 1;
    }

    /** Returns whether every request that was begun is finished. */
    boolean drained();

    /** Work has been posted. */
    void onDoorbell();

    /**
     * Returns why a packet of a standard profile is to be dropped, null if it isn't.
     *
     * @param takes whether its opcode is of use in the present state
     */
    static Counter refusal(ReceivedPacket packet, boolean takes) {
        if (!takes) {
            return packet.isUrdma() ? Counter.DROPPED_UNKNOWN_OPCODE : Counter.DROPPED_QP_STATE;
        }
        boolean sound = packet.headers().status() == PacketStatus.OK;
        return sound ? null : Counter.DROPPED_MALFORMED;
    }

    /**
     * Takes a packet that was let in, and reads what isn't read yet.
     *
     * @return null, or why it is to be dropped: nothing has changed then
     */
    Counter onPacket(ReceivedPacket packet, long nowNs);

    /**
     * Takes a whole frame that was steered here; only RAW_PACKET queue pairs are given any.
     *
     * @param bytes its length
     */
    default void onFrame(PayloadSource frame, int bytes) {
        throw new UnsupportedOperationException(
                "no frames are steered to a queue pair with a peer");
    }

    /** The peer says that what we send meets a queue (a congestion notification packet). */
    default void onCongestionNotified(long nowNs) {
        // whoever sends at a fixed rate, or learns of marks in another way, has no use for it
    }

    /**
     * A packet that was let in came when the queue pair was in ERR.
     *
     * @return null, or why it was of no use
     */
    default Counter onPacketTooLate(ReceivedPacket packet, long nowNs) {
        return refusal(packet, false);
    }

    /** So many packets that hold nothing have been added to a batch; see {@link QpContext#flow}. */
    default void onChaffSent(int packets, long nowNs) {
        throw new UnsupportedOperationException("only URDMA has a shape");
    }

    /**
     * A genuine packet came that holds nothing.
     *
     * @param t1 when it left
     * @param bytes from BTH to ICRC
     */
    default void onChaff(int t1, int bytes, boolean marked, long nowNs) {
        // whoever reports nothing has no use for it
    }

    /** Adds packets to an empty batch; adds none when there is nothing that may go now. */
    void poll(TransmitBatch batch, long nowNs);

    /** Nothing may leave for now, and {@link #poll} isn't called: others are not to wait for it. */
    default void passTurn() {
        // who takes no turns holds up nobody
    }

    /** Does what is due at {@code nowNs}. */
    void onTimer(long nowNs);

    /**
     * The way to the peer was paused, and is open again. {@link #onTimer} was not called meanwhile;
     * what the timers wait for is due that much later ({@link RetransmitTimer#standStill}).
     *
     * @param sinceNs when it was last known to be open
     */
    default void onHeld(long sinceNs, long nowNs) {
        // whoever waits for no answer has no timers
    }

    /**
     * Returns when {@link #onTimer} or {@link #poll} is next to be called without other cause,
     * {@link Long#MAX_VALUE} for never.
     */
    long nextDeadlineNs(long nowNs);

    /** Returns what is known of the path now. */
    PathStatistics path();

    /** The peer has been silent for long: something is to be sent that it must answer. */
    default void askForSign() {
        // who has no peer, or none that answers, isn't asked to
    }

    /** Called every now and then: memory that only a busy connection needs may go. */
    default void trim() {
        // who keeps none that grows has nothing to do
    }

    /** Returns whether a packet comes from another address of the peer's than the route's. */
    default boolean isFrom(Object source) {
        return false;
    }

    /**
     * Returns whether the peer may be somewhere else than where it was, so that the profile is to
     * look at packets from anywhere.
     */
    default boolean looksElsewhere() {
        return false;
    }

    /** Returns what is known of each pair of addresses that is sent between; none if it is one. */
    default List<RailStatistics> rails() {
        return List.of();
    }

    /** Returns the round trip to the peer in nanoseconds, 0 where it isn't known. */
    default long roundTripNs() {
        return 0;
    }

    /** Gives back its part of what the queue pairs to one peer share. */
    void leaveShare();

    /** The queue pair moves to the error state: no request is sent any more. */
    void stop();

    /** Completes everything posted as flushed. */
    void flush();

    /** Forgets what is owed to the peer: nothing at all is sent any more. */
    void silence();

    /** Forgets everything, posted work included, without completions. */
    void discard();
}
