package org.urdma4j.wan;

import org.urdma4j.gateway.bridge.frame.FrameGateway;
import org.urdma4j.gateway.bridge.frame.GatewayReport;
import org.urdma4j.gateway.bridge.frame.GatewayWarmUp;
import org.urdma4j.gateway.bridge.frame.Role;
import org.urdma4j.gateway.tap.FramePort;
import org.urdma4j.gateway.tap.Tap;
import org.urdma4j.gateway.tap.TapAddress;
import org.urdma4j.gateway.tap.TapConfig;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.linux.Namespace;
import org.urdma4j.transport.port.linux.ReadyWait;
import org.urdma4j.wan.gateway.GatewayPort;
import org.urdma4j.wan.gateway.GatewayWait;
import org.urdma4j.wan.shuttle.Direction;
import org.urdma4j.wan.shuttle.Shuttle;
import org.urdma4j.wan.shuttle.ShuttleWarmUp;
import org.urdma4j.wan.shuttle.Sleeper;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Stream;

/** A path that is up: two devices and the thread between them. */
public final class WanPath implements Closeable {
    /** Name of the device in both namespaces, of the first rail. */
    public static final String DEVICE = "wan0";

    /** The end in the first namespace. */
    public static final TapAddress FIRST = TapAddress.of(0, 1);

    /** The end in the second namespace. */
    public static final TapAddress SECOND = TapAddress.of(0, 2);

    /** Waits shorter than this are spun: about what waking up takes. */
    private static final long SPIN_NS = 20_000;

    private final Tap first;
    private final Tap second;
    private final WirePcap capture;
    private final ReadyWait sleeper;
    private final List<FrameGateway> gateways;
    private final Direction there;
    private final Direction back;
    private final Shuttle shuttle;
    private final Thread thread;
    private final Runnable onFailure;
    private final CompletableFuture<Void> failure = new CompletableFuture<>();

    private WanPath(WanConfig config, Tap first, Tap second, WirePcap capture, Runnable onFailure) {
        this.first = first;
        this.second = second;
        this.capture = capture;
        this.onFailure = onFailure;
        gateways =
                config.gateways()
                        .map(pair -> Stream.of(pair.each(), pair.each()))
                        .orElseGet(Stream::of)
                        .map(each -> new FrameGateway(each, Role.BOTH, config.mtu()))
                        .toList();
        List<FramePort> ends =
                gateways.isEmpty()
                        ? List.of(first, second)
                        : List.of(
                                behind(first, gateways.getFirst()),
                                behind(second, gateways.getLast()));
        SplittableRandom random = new SplittableRandom(config.seed());
        there =
                new Direction(
                        ends.getFirst(),
                        ends.getLast(),
                        config.there(),
                        random.split(),
                        SystemClock::nowNs,
                        WanConfig.ringBytes(config.there()),
                        config.slackNs());
        back =
                new Direction(
                        ends.getLast(),
                        ends.getFirst(),
                        config.back(),
                        random.split(),
                        SystemClock::nowNs,
                        WanConfig.ringBytes(config.back()),
                        config.slackNs());
        if (capture != null) {
            there.watch(capture);
            back.watch(capture);
        }
        this.sleeper = new ReadyWait(first.fd(), second.fd());
        Sleeper patience = new GatewayWait(sleeper::sleep, gateways, SystemClock::nowNs);
        this.shuttle = new Shuttle(there, back, SystemClock::nowNs, patience, SPIN_NS);
        this.thread = Thread.ofPlatform().name("wan").daemon().unstarted(this::carry);
    }

    private static FramePort behindAny(FramePort port) {
        return behind(port, GatewayWarmUp.gateway(1));
    }

    private static FramePort behind(FramePort device, FrameGateway gateway) {
        return new GatewayPort(device, gateway, SystemClock::nowNs);
    }

    /**
     * Makes the devices and starts to carry packets.
     *
     * @param onFailure called, on another thread, when the path breaks
     * @throws IOException if a namespace or a device can't be had, or the capture not be written
     */
    public static WanPath open(WanConfig config, Runnable onFailure)
            throws IOException, InterruptedException {
        Tap first = null;
        Tap second = null;
        WirePcap capture = null;
        WanPath path = null;
        boolean up = false;
        try {
            first = tap(config, config.from(), config.first(), config.second());
            second = tap(config, config.to(), config.second(), config.first());
            if (config.capture() != null) {
                capture = WirePcap.create(config.capture());
            }
            path = new WanPath(config, first, second, capture, onFailure);
            path.thread.start();
            path.report();
            up = true;
            return path;
        } finally {
            if (path != null && !up) {
                path.close();
            } else if (!up) {
                closeAll(first, second, capture);
            }
        }
    }

    private static Tap tap(WanConfig config, String namespace, TapAddress self, TapAddress peer)
            throws IOException, InterruptedException {
        return Tap.open(
                new Namespace(namespace),
                new TapConfig(config.device(), config.mtu(), self, peer, config.bare()));
    }

    private void carry() {
        try {
            if (gateways.isEmpty()) {
                ShuttleWarmUp.run(SystemClock::nowNs, port -> port);
            } else {
                GatewayWarmUp.run(SystemClock::nowNs);
                ShuttleWarmUp.run(SystemClock::nowNs, WanPath::behindAny);
            }
            first.warmUp();
            second.warmUp();
            sleeper.warmUp();
            ReadyWait.favourThisThread();
            shuttle.run();
        } catch (RuntimeException e) {
            failure.completeExceptionally(e);
            onFailure.run();
        }
    }

    private void requireSound() throws IOException {
        try {
            failure.getNow(null);
        } catch (CompletionException e) {
            throw new IOException(messageOf(e.getCause()), e);
        }
    }

    private static String messageOf(Throwable e) {
        return e instanceof UncheckedIOException io ? io.getCause().getMessage() : e.toString();
    }

    /**
     * Returns what was done so far.
     *
     * @throws IOException if the path broke
     */
    public WanReport report() throws IOException, InterruptedException {
        CompletableFuture<WanReport> report = shuttle.ask(this::reportNow);
        try {
            CompletableFuture.anyOf(report, failure).get();
            return report.getNow(null);
        } catch (ExecutionException e) {
            throw new IOException(messageOf(e.getCause()), e);
        }
    }

    /**
     * Kills the path or has it carry again: while it is dead, it loses everything that enters it in
     * either direction, as if that had been lost on the way. Soon; from any thread.
     */
    public void dead(boolean dead) {
        var _ =
                shuttle.ask(() -> {
                    there.dead(dead);
                    back.dead(dead);
                    return null;
                });
    }

    private WanReport reportNow() {
        return report(FrameGateway::report);
    }

    private WanReport report(Function<FrameGateway, GatewayReport> of) {
        return new WanReport(shuttle.reportNow(), gateways.stream().map(of).toList());
    }

    /**
     * Stops to carry packets and returns what was done, by gateways' flows, too.
     *
     * @throws IOException if the path broke before
     */
    public WanReport stop() throws IOException, InterruptedException {
        shuttle.stop();
        thread.join();
        requireSound();
        return report(FrameGateway::lastReport);
    }

    /** Returns how many frames the devices dropped because nobody read them in time. */
    public long deviceDrops() throws IOException, InterruptedException {
        return first.dropped() + second.dropped();
    }

    @Override
    public void close() throws IOException {
        shuttle.stop();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        closeAll(first, second, capture);
    }

    private static void closeAll(Tap first, Tap second, WirePcap capture) throws IOException {
        if (first != null) {
            first.close();
        }
        if (second != null) {
            second.close();
        }
        if (capture != null) {
            capture.close();
        }
    }
}
