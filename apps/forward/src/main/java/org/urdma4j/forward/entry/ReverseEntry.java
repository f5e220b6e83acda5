package org.urdma4j.forward.entry;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.forward.ForwardListener;
import org.urdma4j.forward.dial.AllowList;
import org.urdma4j.forward.dial.Dialer;
import org.urdma4j.forward.dial.OpenException;
import org.urdma4j.forward.dial.Resolver;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.relay.LocalEnd;
import org.urdma4j.forward.relay.OpenStream;
import org.urdma4j.forward.relay.Relay;
import org.urdma4j.forward.relay.Streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Has the exit listen, and connects to a target here for each program that connects there. A few
 * streams wait at the exit for programs, so that one costs no round trip. What the exit doesn't do
 * is asked for again and again, so that it listens whenever it can.
 */
public final class ReverseEntry implements AutoCloseable {
    /** Streams that wait for programs. */
    private static final int SPARE = 4;

    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final ExitConnector exit;
    private final String exitName;
    private final OpenRequest listen;
    private final OpenRequest target;
    private final int most;
    private final Duration patience;
    private final ForwardListener told;
    private final Dialer dialer;
    private final Streams streams = new Streams();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread asking;
    private volatile Session session;
    private String saidWhy;

    private ReverseEntry(
            ExitConnector exit,
            String exitName,
            OpenRequest listen,
            OpenRequest target,
            int most,
            Duration patience,
            ForwardListener told) {
        this.exit = exit;
        this.exitName = exitName;
        this.listen = listen;
        this.target = target;
        this.most = most;
        this.patience = patience;
        this.told = told;
        dialer = new Dialer(AllowList.EVERYTHING, AllowList.NOTHING, Resolver.SYSTEM, patience);
        asking = Thread.ofVirtual().name("forward-entry").unstarted(this::ask);
    }

    /**
     * Starts.
     *
     * @param exitName of the exit, for people
     * @param listen where it is to listen, of kind {@link OpenRequest.Kind#LISTEN}
     * @param target where its programs go, in the eyes of this end
     * @param most streams at a time
     * @param patience for the exit's answers, and for the target
     */
    public static ReverseEntry start(
            ExitConnector exit,
            String exitName,
            OpenRequest listen,
            OpenRequest target,
            int most,
            Duration patience,
            ForwardListener told) {
        ReverseEntry entry = new ReverseEntry(exit, exitName, listen, target, most, patience, told);
        entry.asking.start();
        return entry;
    }

    /** Returns how many streams there are, those that wait for programs among them. */
    public int streams() {
        return streams.running();
    }

    /** Returns those that are open. */
    public List<OpenStream> open() {
        return streams.open();
    }

    /** Waits until it is stopped. */
    public void await() throws InterruptedException {
        asking.join();
    }

    private void ask() {
        do {
            ExitStream stream = ExitStream.open(exit, listen, streams, patience);
            if (stream.isOpen()) {
                saidWhy = null;
                hold(stream.channel());
            } else if (!stream.why().equals(saidWhy) && !isStopped()) {
                saidWhy = stream.why();
                told.onRefused(exitName, listen.target(), saidWhy + "; asking again");
            }
        } while (!pause());
    }

    private boolean isStopped() {
        return stopped.getCount() == 0;
    }

    /** Returns whether it was stopped meanwhile. */
    private boolean pause() {
        try {
            return stopped.await(AGAIN.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            return true;
        }
    }

    /** Opens streams for as long as the exit listens. */
    private void hold(RdmaChannel listening) {
        String why = null;
        try (Session now = new Session(listening);
                Streams.Deadline _ = streams.untilClosed(listening::abort)) {
            session = now;
            String token = token(listening);
            told.onListening(exitName, listen.target());
            why = isStopped() ? null : now.run(token);
        } catch (IOException e) {
            why = ExitStream.reason(e);
        }
        told.onListeningEnded(exitName, listen.target(), isStopped() ? null : why);
    }

    private String token(RdmaChannel listening) throws IOException {
        try (Streams.Deadline _ = streams.deadline(patience, listening::abort)) {
            return OpenRequest.readToken(listening);
        }
    }

    /** For as long as the exit listens without a break. */
    private final class Session implements AutoCloseable {
        private final RdmaChannel listening;
        private final Streams waiting = new Streams();
        private int running;
        private long owed;
        private volatile boolean over;

        Session(RdmaChannel listening) {
            this.listening = listening;
        }

        /** Returns why the exit listens no more. */
        String run(String token) throws IOException {
            OpenRequest accept = new OpenRequest(OpenRequest.Kind.ACCEPT, token, 1);
            for (int i = 0; i < SPARE; i++) {
                add(accept);
            }
            ByteBuffer programs = ByteBuffer.allocate(64);
            while (listening.read(programs.clear()) >= 0) {
                for (int i = 0; i < programs.position(); i++) {
                    add(accept);
                }
            }
            return "the exit has ended it";
        }

        private synchronized void add(OpenRequest accept) {
            if (running == most) {
                owed++;
                return;
            }
            running++;
            streams.start(() -> {
                do {
                    serve(accept);
                } while (isOwed());
            });
        }

        private synchronized boolean isOwed() {
            if (owed > 0 && !over) {
                owed--;
                return true;
            }
            running--;
            return false;
        }

        /** Until one program has come and gone. */
        private void serve(OpenRequest accept) {
            while (!over) {
                ExitStream stream = ExitStream.open(exit, accept, waiting::untilClosed);
                if (stream.isOpen()) {
                    connect(stream.channel());
                    return;
                }
                if (over || pause()) {
                    return;
                }
            }
        }

        @Override
        public void close() {
            over = true;
            listening.abort();
            waiting.close();
        }
    }

    private void connect(RdmaChannel stream) {
        LocalEnd local;
        try (Streams.Deadline _ = streams.untilClosed(stream::abort)) {
            local = dialer.connect(target);
        } catch (OpenException e) {
            told.onRefused(exitName, target.target(), e.getMessage());
            stream.abort();
            return;
        } catch (InterruptedException _) {
            stream.abort();
            return;
        }
        Relay relay = new Relay(local, stream);
        told.onOpened(exitName, target.target());
        streams.carry(relay, exitName, target.target(), told);
    }

    /** Has the exit listen no more; the streams of programs go on. */
    public void stop() {
        stopped.countDown();
        Session now = session;
        if (now != null) {
            now.close();
        }
        asking.interrupt();
    }

    /** Waits until there are no streams, or the time is over. */
    public void drain(Duration time) throws InterruptedException {
        streams.drain(time);
    }

    /** Has the exit listen no more, and resets all streams. */
    @Override
    public void close() {
        stop();
        streams.close();
        dialer.close();
    }
}
