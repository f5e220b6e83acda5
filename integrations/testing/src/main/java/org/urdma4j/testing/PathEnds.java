package org.urdma4j.testing;

import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Gid;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Two open devices in memory, joined by the path of an {@link EmulatedPath}: no sockets, and nobody
 * else reaches them. They have the addresses 192.0.2.1 and 192.0.2.2, and packets of up to 4096
 * bytes of payload. Which profile is spoken is for the connections to say.
 *
 * <p>What is changed here is changed both ways, for packets that are sent from then on; {@link
 * #aToB} and {@link #bToA} change one. The test's end closes all that was made of the contexts,
 * with calls that wait in it. Any thread may call.
 */
public final class PathEnds implements AutoCloseable {
    private static final Gid ADDRESS_A = Gid.parse("192.0.2.1");
    private static final Gid ADDRESS_B = Gid.parse("192.0.2.2");

    /** What a kernel grants who asks for the default: it doubles that. */
    private static final int BUFFER_BYTES = 2 * ContextAttr.DEFAULT.socketBufferBytes();

    private static final AtomicLong OPENED = new AtomicLong();

    private final PathSpec spec;
    private final long seed;
    private final PathDirection aToB;
    private final PathDirection bToA;
    private final Context a;
    private final Context b;

    PathEnds(PathSpec spec, long seed) {
        this.spec = spec;
        this.seed = seed;
        SplittableRandom random = new SplittableRandom(seed);
        aToB = new PathDirection(spec.link(), random);
        bToA = new PathDirection(spec.link(), random);
        MemoryNetwork network = new MemoryNetwork("path-" + OPENED.incrementAndGet());
        a = open(network, "a", ADDRESS_A, bToA);
        b = open(network, "b", ADDRESS_B, aToB);
    }

    private static Context open(
            MemoryNetwork network, String end, Gid address, PathDirection towards) {
        MemoryPortConfig config =
                MemoryPortConfig.builder()
                        .bufferBytes(BUFFER_BYTES)
                        .inbound(towards.stage())
                        .build();
        NetworkPort port = MemoryPort.open(network, address, config);
        String name = network.name() + "-" + end;
        return new SoftContext(new SoftDevice(name, address.interfaceId(), () -> port), port);
    }

    /** Returns the device at one end, to connect from or to listen on. */
    public Context a() {
        return a;
    }

    /** Returns the device at the other end. */
    public Context b() {
        return b;
    }

    /** Returns the way from {@link #a} to {@link #b}. */
    public PathDirection aToB() {
        return aToB;
    }

    /** Returns the way from {@link #b} to {@link #a}. */
    public PathDirection bToA() {
        return bToA;
    }

    /** Returns what decides which packets are lost. */
    public long seed() {
        return seed;
    }

    /**
     * Sets the round trip, half of it each way.
     *
     * @param time as {@link EmulatedPath#rtt()}
     * @throws IllegalArgumentException if it can't be read
     */
    public void rtt(String time) {
        long ns = PathSpec.delayNs(time);
        each(way -> way.delay(ns));
    }

    /** Sets what is lost: {@link PathDirection#loss}. */
    public void loss(String share) {
        each(way -> way.loss(share));
    }

    /** Sets the rate: {@link PathDirection#rate}. */
    public void rate(String bitsPerSecond) {
        each(way -> way.rate(bitsPerSecond));
    }

    /** Loses all that is sent from now on, until {@link #restore}. */
    public void blackout() {
        each(PathDirection::blackout);
    }

    /** Loses all that is sent for so long from now on: {@link PathDirection#blackout(Duration)}. */
    public void blackout(Duration length) {
        each(way -> way.blackout(length));
    }

    /** Ends a blackout. */
    public void restore() {
        each(PathDirection::restore);
    }

    /**
     * Kills the host of an end: it says nothing more, not even that it goes, and the other end
     * learns of it by silence alone. What the dead end has sent before still arrives; its context
     * is closed, which ends calls that wait in it.
     *
     * @param end {@link #a} or {@link #b}
     * @throws IllegalArgumentException if it is neither
     */
    public void kill(Context end) {
        if (!a.equals(end) && !b.equals(end)) {
            throw new IllegalArgumentException("a() and b() can be killed, not %s".formatted(end));
        }
        blackout();
        end.close();
    }

    private void each(Consumer<PathDirection> change) {
        change.accept(aToB);
        change.accept(bToA);
    }

    /** Closes both contexts and all that was made of them. JUnit does it when the test ends. */
    @Override
    public void close() {
        try (Context _ = a;
                Context _ = b) {
            blackout(); // nobody is to wait for goodbyes that take a long path
        }
    }

    /** Returns the path, its seed and what has happened on it. */
    @Override
    public String toString() {
        return "%s; seed %d; a to b: %s; b to a: %s".formatted(spec.text(), seed, aToB, bToA);
    }
}
