package org.urdma4j.interop.play;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.SystemClock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Plays cases against the guest, in the network where it can be reached. */
final class Player implements AutoCloseable {
    private record Place(PlayPath path, IpVersion ip) {}

    private final Backend backend;
    private final PlayNet net;
    private final SplittableRandom random;
    private final Consumer<Outcome> outcomes;
    private Place place;
    private SoftContext ours;
    private Router router;

    /**
     * Creates one that has played nothing yet.
     *
     * @param random decides what befalls packets
     */
    Player(Backend backend, PlayNet net, SplittableRandom random, Consumer<Outcome> outcomes) {
        this.backend = backend;
        this.net = net;
        this.random = random;
        this.outcomes = outcomes;
    }

    void play(List<Variant> variants) throws IOException {
        for (Variant variant : variants) {
            moveTo(new Place(variant.pathCase().path(), variant.ip()));
            play(variant);
        }
    }

    private void moveTo(Place next) throws IOException {
        if (next.equals(place)) {
            return;
        }
        close();
        place = next;
        if (next.path().netem != null) {
            router = new Router(net.router());
            router.impair(next.path().netem);
        }
        PlayPath path = next.path();
        NetworkPort port =
                backend.open(net.ours(next.ip()), path.inbound(random), path.outbound(random));
        ours = new SoftDevice(backend.toString(), 1, () -> port).open();
    }

    private void play(Variant variant) {
        PlayedCase played = variant.played();
        Map<Counter, Long> before = snapshot(ours.counters());
        List<String> notes = new ArrayList<>();
        long start = SystemClock.nowNs();
        boolean passed = false;
        try (OurEnd ourEnd = new OurEnd(ours, played.options());
                GuestEnd guestEnd = new GuestEnd(net, variant.ip(), played.options())) {
            boolean weAsk = variant.weAsk();
            End requester = weAsk ? ourEnd : guestEnd;
            End responder = weAsk ? guestEnd : ourEnd;
            int psn = variant.requestPsn();
            int otherPsn = Variant.otherPsn();
            requester.connect(responder, variant.mtu(), psn, otherPsn);
            responder.connect(requester, variant.mtu(), otherPsn, psn);
            played.body()
                    .run(new Exchange(requester, responder, variant.mtu(), ours.counters(), notes));
            if (variant.packets() != 0) {
                Expect.equal(
                        "rxe's PSN after the last request",
                        weAsk ? guestEnd.expectedPsn() : guestEnd.nextPsn(),
                        variant.lastPsn());
            }
            passed = true;
        } catch (IOException | RuntimeException e) {
            notes.add(e instanceof Expect.Failure ? e.getMessage() : e.toString());
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(SystemClock.nowNs() - start);
        notes.addAll(Trace.of(changes(before, ours.counters()), passed));
        outcomes.accept(variant.outcome(passed, millis, String.join(", ", notes)));
    }

    private static Map<Counter, Long> snapshot(Counters counters) {
        return new EnumMap<>(counters.nonZero());
    }

    private static Map<Counter, Long> changes(Map<Counter, Long> before, Counters now) {
        Map<Counter, Long> changes = new EnumMap<>(Counter.class);
        now.nonZero()
                .forEach((counter, value) -> {
                    long change = value - before.getOrDefault(counter, 0L);
                    if (change != 0) {
                        changes.put(counter, change);
                    }
                });
        return changes;
    }

    @Override
    public void close() throws IOException {
        if (router != null) {
            router.close();
            router = null;
        }
        if (ours != null) {
            ours.close();
            ours = null;
            place = null;
        }
    }
}
