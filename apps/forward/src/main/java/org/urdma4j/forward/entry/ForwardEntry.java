package org.urdma4j.forward.entry;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.forward.ForwardListener;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.relay.ListeningSocket;
import org.urdma4j.forward.relay.ListeningSocket.Caller;
import org.urdma4j.forward.relay.OpenStream;
import org.urdma4j.forward.relay.Relay;
import org.urdma4j.forward.relay.SocketEnd;
import org.urdma4j.forward.relay.Streams;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Takes TCP connections, opens a stream to the exit for each, and carries the bytes. */
public final class ForwardEntry implements AutoCloseable {
    /**
     * Streams that are opened at a time, others wait: with those that are kept fewer than an exit
     * takes of one address unless it is told otherwise, and enough for 1,000 a second over 80 ms.
     */
    private static final int MOST_OPENING = 128;

    private final ListeningSocket server;
    private final Greeting greeting;
    private final ExitConnector exit;
    private final int most;
    private final Duration patience;
    private final ForwardListener told;
    private final Semaphore opening = new Semaphore(MOST_OPENING, true);
    private final Streams streams = new Streams();
    private final Thread accepting;

    private ForwardEntry(
            ListeningSocket server,
            Greeting greeting,
            ExitConnector exit,
            int most,
            Duration patience,
            ForwardListener told) {
        this.server = server;
        this.greeting = greeting;
        this.exit = exit;
        this.most = most;
        this.patience = patience;
        this.told = told;
        accepting = Thread.ofVirtual().name("forward-entry").unstarted(this::accept);
    }

    /**
     * Starts.
     *
     * @param server is closed with this
     * @param most streams at a time; connections beyond are reset
     * @param patience for what a program says first, and for the exit's answer to it
     */
    public static ForwardEntry start(
            ListeningSocket server,
            Greeting greeting,
            ExitConnector exit,
            int most,
            Duration patience,
            ForwardListener told) {
        ForwardEntry entry = new ForwardEntry(server, greeting, exit, most, patience, told);
        entry.accepting.start();
        return entry;
    }

    /** Returns how many streams there are. */
    public int streams() {
        return streams.running();
    }

    /** Returns those that are open. */
    public List<OpenStream> open() {
        return streams.open();
    }

    /** Waits until it takes no more connections. */
    public void await() throws InterruptedException {
        accepting.join();
    }

    private void accept() {
        server.takeAll(this::take, e -> told.onRefused("a program", null, reason(e)));
    }

    private void take(Caller caller) {
        if (streams.running() < most) {
            streams.start(() -> {
                try {
                    serve(caller.socket(), caller.end(), caller.name());
                } finally {
                    caller.end().reset(); // unless it has come to its end
                }
            });
        } else {
            told.onRefused(caller.name(), null, "there are %d streams already".formatted(most));
            caller.end().reset();
        }
    }

    private void serve(SocketChannel socket, SocketEnd end, String program) {
        OpenRequest request;
        try (Streams.Deadline _ = streams.deadline(patience, end::reset)) {
            request = greeting.request(socket);
        } catch (IOException e) {
            told.onRefused(program, null, reason(e));
            close(end, e instanceof GreetingException);
            return;
        }
        if (!mayOpen()) {
            told.onRefused(program, request.target(), "too many streams are being opened");
            return;
        }
        if (greeting.isSilent()) {
            pass(end, program, request);
            return;
        }
        ExitStream stream;
        try (Streams.Deadline _ = streams.untilClosed(end::reset)) {
            stream = ExitStream.open(exit, request, streams, patience);
        } finally {
            opening.release();
        }
        if (answer(socket, end, stream, program, request)) {
            told.onOpened(program, request.target());
            streams.carry(new Relay(end, stream.channel()), program, request.target(), told);
        }
    }

    private boolean mayOpen() {
        try {
            return opening.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            return false; // nobody does that
        }
    }

    /** Has the program's bytes follow the request at once, and the answer come before others. */
    private void pass(SocketEnd end, String program, OpenRequest request) {
        Relay relay = null;
        try (Streams.Deadline _ = streams.untilClosed(end::reset)) {
            RdmaChannel stream = exit.connect();
            ExitStream.ask(stream, request);
            relay = new Relay(end, stream, new Opening(stream, program, request));
        } catch (IOException | RuntimeException e) {
            told.onRefused(program, request.target(), ExitStream.reason(e));
            return;
        } finally {
            if (relay == null) {
                opening.release(); // which the answer does otherwise
            }
        }
        streams.carry(relay, program, request.target(), told);
    }

    /** The exit's answer. */
    private final class Opening implements Relay.Step {
        private final Relay.Step answer;
        private final String program;
        private final OpenRequest request;

        Opening(RdmaChannel stream, String program, OpenRequest request) {
            answer = ExitStream.opening(stream, streams, patience);
            this.program = program;
            this.request = request;
        }

        @Override
        public void run() throws IOException {
            try {
                answer.run();
            } finally {
                opening.release();
            }
            told.onOpened(program, request.target());
        }
    }

    /** Tells the program what has become of its stream, and whoever listens if it isn't open. */
    private boolean answer(
            SocketChannel socket,
            SocketEnd end,
            ExitStream stream,
            String program,
            OpenRequest request) {
        String why = stream.why();
        try {
            boolean said = greeting.answer(socket, stream.status());
            if (stream.isOpen()) {
                return true;
            }
            close(end, said);
        } catch (IOException e) {
            if (stream.isOpen()) {
                stream.channel().abort();
                why = reason(e);
            }
        }
        told.onRefused(program, request.target(), why);
        return false;
    }

    /** Ends in order what has been answered; the rest is reset. */
    private static void close(SocketEnd end, boolean answered) {
        try {
            if (answered) {
                end.close();
            }
        } catch (IOException _) {
            // the program has gone
        }
    }

    private static String reason(IOException e) {
        return e instanceof ClosedChannelException ? "it says nothing" : ExitStream.reason(e);
    }

    /** Takes no more connections; the streams that there are go on. */
    public void stop() {
        server.close();
    }

    /** Waits until there are no streams, or the time is over. */
    public void drain(Duration most) throws InterruptedException {
        streams.drain(most);
    }

    /** Takes no more connections, and resets those that there are. */
    @Override
    public void close() {
        stop();
        streams.close();
    }
}
