package org.urdma4j.tools.forward;

import org.urdma4j.forward.relay.OpenStream;
import org.urdma4j.transport.stat.StreamsFile;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Tells once a second what streams there are: {@code urdma stat}, and the output. */
final class StreamReport implements AutoCloseable {
    private static final Duration TURN = Duration.ofSeconds(1);

    private final Thread thread;

    private StreamReport(Supplier<List<OpenStream>> streams, ForwardOutput output) {
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("forward-report")
                        .start(() -> report(streams, output));
    }

    static StreamReport start(Supplier<List<OpenStream>> streams, ForwardOutput output) {
        return new StreamReport(streams, output);
    }

    private static void report(Supplier<List<OpenStream>> streams, ForwardOutput output) {
        try (StreamsFile file = StreamsFile.open()) {
            while (true) {
                Thread.sleep(TURN);
                List<OpenStream> open = streams.get();
                output.onSecond(open);
                file.write(open.stream().map(StreamReport::line).toList());
            }
        } catch (InterruptedException _) {
            // it is closed
        }
    }

    private static StreamsFile.Line line(OpenStream each) {
        return new StreamsFile.Line(each.peer(), each.target(), each.sent(), each.received());
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(TURN); // so that its file is gone when the process is
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
