package org.urdma4j.gateway.bridge;

import org.urdma4j.gateway.Port;
import org.urdma4j.gateway.bridge.frame.FrameGateway;
import org.urdma4j.gateway.bridge.frame.GatewayWarmUp;
import org.urdma4j.gateway.bridge.frame.MemoryBound;
import org.urdma4j.gateway.bridge.port.BridgePort;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.linux.ErrorNumber;
import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.Namespace;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** A gateway between two interfaces that is up, on a thread of its own. */
public final class Bridge implements Closeable {
    private static final int BUFFER_BYTES = 16 << 20;

    private final int mtu;
    private final BridgeLoop loop;
    private final Thread thread;
    private final Runnable onFailure;
    private final CompletableFuture<Void> failure = new CompletableFuture<>();

    private Bridge(BridgeConfig config, BridgeLinks links, Runnable onFailure) {
        this.mtu = links.inside().mtu();
        this.onFailure = onFailure;
        BridgePort inside = port(Port.INSIDE, links);
        try {
            BridgePort outside = port(Port.OUTSIDE, links);
            FrameGateway gateway =
                    new FrameGateway(
                            config.gateway().toBuilder().mtu(mtu).build(), config.role(), mtu);
            this.loop = new BridgeLoop(inside, outside, gateway, SystemClock::nowNs);
        } catch (RuntimeException e) {
            inside.close();
            throw e;
        }
        this.thread = Thread.ofPlatform().name("gateway").daemon().unstarted(this::carry);
    }

    private static BridgePort port(Port side, BridgeLinks links) {
        return new BridgePort(
                side,
                side == Port.INSIDE ? links.inside() : links.outside(),
                BUFFER_BYTES,
                MemoryBound.TRANSIT_BYTES);
    }

    /**
     * Takes both interfaces and begins to carry frames.
     *
     * @param onFailure called, on another thread, when the bridge breaks
     * @throws UnusableInterface as the cause or itself, if an interface can't be bridged
     * @throws IOException if the kernel refuses something
     */
    public static Bridge open(BridgeConfig config, Runnable onFailure)
            throws IOException, InterruptedException {
        Bridge bridge =
                config.namespace().isPresent()
                        ? new Namespace(config.namespace().get())
                                .call(() -> openHere(config, onFailure))
                        : openHere(config, onFailure);
        GatewayWarmUp.run(SystemClock::nowNs);
        bridge.thread.start();
        return bridge;
    }

    private static Bridge openHere(BridgeConfig config, Runnable onFailure) throws IOException {
        try {
            return new Bridge(
                    config, BridgeLinks.find(config.inside(), config.outside()), onFailure);
        } catch (KernelRefusal e) {
            throw new IOException(
                    ErrorNumber.isRefusal(e.errno())
                            ? "reading an interface's frames needs CAP_NET_RAW; run it as root"
                            : e.getMessage(),
                    e);
        }
    }

    private void carry() {
        try {
            loop.run();
        } catch (RuntimeException e) {
            failure.completeExceptionally(e);
            onFailure.run();
        }
    }

    /** Returns the MTU of both interfaces. */
    public int mtu() {
        return mtu;
    }

    /**
     * Returns what was done so far.
     *
     * @throws IOException if the bridge broke
     */
    public BridgeReport report() throws IOException, InterruptedException {
        CompletableFuture<BridgeReport> report = loop.report();
        try {
            CompletableFuture.anyOf(report, failure).get();
            return report.getNow(null);
        } catch (ExecutionException e) {
            throw new IOException(messageOf(e.getCause()), e);
        }
    }

    /**
     * Stops to carry frames and returns what was done, by flow, too.
     *
     * @throws IOException if the bridge broke before
     */
    public BridgeReport stop() throws IOException, InterruptedException {
        loop.stop();
        thread.join();
        try {
            failure.getNow(null);
        } catch (CompletionException e) {
            throw new IOException(messageOf(e.getCause()), e);
        }
        return loop.lastReport();
    }

    private static String messageOf(Throwable e) {
        return e instanceof UncheckedIOException io ? io.getCause().getMessage() : e.toString();
    }

    @Override
    public void close() {
        loop.stop();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        loop.close();
    }
}
