package org.urdma4j.transport.jfr;

/** Writes the episodes of one queue pair into recordings. For one thread. */
final class EpisodeEvents implements Episodes.Listener {
    private final String device;
    private final int queuePair;
    private final String peer;
    private final Episodes episodes = new Episodes(this);
    private StallEvent stall = new StallEvent();
    private LossEpisodeEvent loss = new LossEpisodeEvent();

    EpisodeEvents(String device, int queuePair, String peer) {
        this.device = device;
        this.queuePair = queuePair;
        this.peer = peer;
    }

    Episodes episodes() {
        return episodes;
    }

    @Override
    public void onStall(String reason) {
        stall = new StallEvent();
        stall.device = device;
        stall.queuePair = queuePair;
        stall.peer = peer;
        stall.reason = reason;
        stall.begin();
    }

    @Override
    public void onStallOver() {
        stall.commit();
    }

    @Override
    public void onLoss() {
        loss = new LossEpisodeEvent();
        loss.device = device;
        loss.queuePair = queuePair;
        loss.peer = peer;
        loss.begin();
    }

    @Override
    public void onLossOver(long again, long sent) {
        loss.retransmittedPackets = again;
        loss.sentPackets = sent;
        loss.commit();
    }
}
