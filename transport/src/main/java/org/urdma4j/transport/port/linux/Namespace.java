package org.urdma4j.transport.port.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A network namespace that exists, by the name that {@code ip netns add} gave it or by a path such
 * as {@code /proc/PID/ns/net}.
 *
 * @param name as the user wrote it
 */
public record Namespace(String name) {
    private static final Path NAMED = Path.of("/run/netns");
    private static final int CLONE_NEWNET = 0x4000_0000;
    private static final int O_RDONLY = 0;
    private static final int O_CLOEXEC = 0x8_0000;

    /**
     * Runs {@code work} inside, on a thread of its own: what it opens and the processes that it
     * starts belong to the namespace, the rest of this process stays where it is.
     *
     * @throws IOException if there is no such namespace or it may not be entered, or from {@code
     *     work}
     */
    public <T> T call(Callable<T> work) throws IOException, InterruptedException {
        FutureTask<T> task =
                new FutureTask<>(() -> {
                    enter();
                    return work.call();
                });
        Thread.ofPlatform().name("in " + name).daemon().start(task);
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw new IOException(cause.getMessage(), cause);
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private void enter() throws IOException {
        Path path = name.startsWith("/") ? Path.of(name) : NAMED.resolve(name);
        if (!Files.exists(path)) {
            throw new IOException(
                    "there is no network namespace \"%s\"; make it with: ip netns add %s"
                            .formatted(name, name));
        }
        Libc libc = new Libc();
        int fd = libc.open(path.toString(), O_RDONLY | O_CLOEXEC);
        int result = fd < 0 ? fd : libc.setns(fd, CLONE_NEWNET);
        if (fd >= 0) {
            libc.close(fd);
        }
        if (result < 0) {
            throw new IOException(
                    "can't enter network namespace \"%s\": %s"
                            .formatted(name, ErrorNumber.words(-result)));
        }
    }
}
