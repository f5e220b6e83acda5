package org.urdma4j.tools.copy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Says something to a user who waits for long. */
final class Reminder implements AutoCloseable {
    private final CountDownLatch over = new CountDownLatch(1);

    Reminder(Duration after, Runnable says) {
        Thread.ofPlatform()
                .daemon()
                .name("copy-reminder")
                .start(() -> {
                    try {
                        if (!over.await(after.toNanos(), TimeUnit.NANOSECONDS)) {
                            says.run();
                        }
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    @Override
    public void close() {
        over.countDown();
    }
}
