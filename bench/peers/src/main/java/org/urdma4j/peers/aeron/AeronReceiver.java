package org.urdma4j.peers.aeron;

import io.aeron.Aeron;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.logbuffer.FragmentHandler;

import org.agrona.concurrent.IdleStrategy;
import org.urdma4j.peers.end.EndSpec;
import org.urdma4j.peers.end.Meter;

import java.io.IOException;

/** Subscribes, and counts payload where it lies: messages aren't put together again. */
public final class AeronReceiver {
    private static final int FRAGMENTS = 256;

    private final Meter meter;
    private long bytes;

    private AeronReceiver(Meter meter) {
        this.meter = meter;
    }

    /**
     * Receives until the meter has what it wants or nothing more comes.
     *
     * @throws IOException if the media driver can't be set up
     */
    public static void run(EndSpec spec, Meter meter) throws IOException {
        try (MediaDriver driver = AeronSettings.driver(spec, "receiver");
                Aeron aeron =
                        Aeron.connect(
                                new Aeron.Context()
                                        .aeronDirectoryName(driver.aeronDirectoryName()));
                Subscription subscription =
                        aeron.addSubscription(
                                AeronSettings.channel(spec.receiver()), AeronSettings.STREAM)) {
            new AeronReceiver(meter).receive(subscription);
        }
    }

    private void receive(Subscription subscription) {
        IdleStrategy idle = AeronSettings.idle();
        while (subscription.hasNoImages()) {
            idle.idle();
        }
        Image image = subscription.imageAtIndex(0);
        FragmentHandler count = (_, _, length, _) -> bytes += length;
        while (!image.isClosed()) {
            int fragments = image.poll(count, FRAGMENTS);
            if (meter.add(System.nanoTime(), bytes)) {
                return;
            }
            bytes = 0;
            if (fragments == 0 && image.isEndOfStream()) {
                return;
            }
            idle.idle(fragments);
        }
    }
}
