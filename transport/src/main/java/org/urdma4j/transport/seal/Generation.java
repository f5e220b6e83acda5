package org.urdma4j.transport.seal;

import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.OpeningKeys;
import org.urdma4j.protection.key.SealingKeys;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.protection.replay.ReplayWindow;

/** The keys of one generation, both ways, and the numbers that have come under it. */
final class Generation implements AutoCloseable {
    private static final long FOREVER = Long.MAX_VALUE;

    final int number;
    final SealingKeys sealing;
    final OpeningKeys opening;
    final ReplayWindow window = new ReplayWindow();
    private final Secret sent;
    private final Secret received;
    private long untilNs = FOREVER;

    /**
     * Derives the first keys.
     *
     * @param number 0 to 255
     * @param sent what is sent is sealed by what follows from this; belongs to this object now
     * @param received what comes is opened by what follows from this; belongs to this object now
     */
    Generation(
            int number,
            Secret sent,
            Secret received,
            SealSettings settings,
            Rotation rotation,
            long nowNs) {
        this.number = number;
        this.sent = sent;
        this.received = received;
        sealing =
                new SealingKeys(
                        epoch -> cipher(settings, sent, epoch),
                        rotation.epochBits(),
                        SealedHeader.LAST_NUMBER,
                        rotation.epochNs(),
                        nowNs);
        opening = new OpeningKeys(epoch -> cipher(settings, received, epoch), rotation.epochBits());
    }

    private static PacketCipher cipher(SealSettings settings, Secret secret, int epoch) {
        return KeySchedule.epoch(secret, epoch, settings.source(), settings.aead());
    }

    /** Its successor is in use: what comes later than this isn't opened. */
    void endAt(long ns) {
        if (untilNs == FOREVER) {
            untilNs = ns;
        }
    }

    boolean isOver(long nowNs) {
        return untilNs != FOREVER && nowNs - untilNs >= 0;
    }

    @Override
    public void close() {
        sealing.close();
        opening.close();
        sent.close();
        received.close();
    }
}
