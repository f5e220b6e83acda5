package org.urdma4j.tools;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Semaphore;

/**
 * Of a class that opens UDP port 4791, or the one of a server, at an address that is not its JVM's
 * alone as those of {@link OwnLoopback} are, such as 127.0.0.1. Test classes run in several JVMs
 * side by side; these wait for each other.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Loopback.Turn.class)
public @interface Loopback {
    /** Has a class wait for its turn. */
    final class Turn implements BeforeAllCallback {
        private static final Path FILE = Path.of("target", "loopback.lock");

        /** A file is locked for a whole JVM. */
        private static final Semaphore WITHIN = new Semaphore(1);

        @Override
        public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
            WITHIN.acquire();
            FileChannel channel =
                    FileChannel.open(FILE, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            AutoCloseable turn =
                    () -> {
                        channel.close(); // which releases the lock, as the JVM's end does
                        WITHIN.release();
                    };
            context.getStore(Namespace.create(Turn.class)).put(Turn.class, turn);
            var _ = channel.lock();
        }
    }
}
