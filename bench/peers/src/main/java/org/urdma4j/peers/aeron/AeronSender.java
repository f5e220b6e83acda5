package org.urdma4j.peers.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.driver.MediaDriver;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.urdma4j.peers.end.EndSpec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;

/** Publishes messages of 1 MiB to whoever subscribes. */
public final class AeronSender {
    private static final int MESSAGE_BYTES = 1 << 20;

    private final EndSpec spec;
    private final UnsafeBuffer message = new UnsafeBuffer(ByteBuffer.allocateDirect(MESSAGE_BYTES));

    private AeronSender(EndSpec spec) {
        this.spec = spec;
    }

    /**
     * Sends, and stays until the thread is interrupted, so that what is lost can be asked for.
     *
     * @param ready is run when a subscriber may come
     * @throws IOException if the media driver can't be set up, or nothing more can be published
     * @throws InterruptedException always, unless it fails
     */
    public static void run(EndSpec spec, Runnable ready) throws IOException, InterruptedException {
        try (MediaDriver driver = AeronSettings.driver(spec, "sender");
                Aeron aeron =
                        Aeron.connect(
                                new Aeron.Context()
                                        .aeronDirectoryName(driver.aeronDirectoryName()))) {
            try (ExclusivePublication publication =
                    aeron.addExclusivePublication(
                            AeronSettings.channel(spec.receiver()), AeronSettings.STREAM)) {
                ready.run();
                new AeronSender(spec).send(publication);
            }
            new CountDownLatch(1).await();
        }
    }

    private void send(ExclusivePublication publication) throws IOException, InterruptedException {
        IdleStrategy idle = AeronSettings.idle();
        long left = spec.bytes();
        while (left > 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            int length = (int) Math.min(left, message.capacity());
            long result = publication.offer(message, 0, length);
            if (result > 0) {
                left -= length;
                idle.reset();
            } else if (result == Publication.CLOSED
                    || result == Publication.MAX_POSITION_EXCEEDED) {
                throw new IOException("Aeron: " + Publication.errorString(result));
            } else {
                idle.idle();
            }
        }
    }
}
