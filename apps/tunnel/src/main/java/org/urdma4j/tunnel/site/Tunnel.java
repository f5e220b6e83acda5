package org.urdma4j.tunnel.site;

import org.urdma4j.gateway.tap.FramePort;
import org.urdma4j.gateway.tap.Tap;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.association.net.Associations;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.linux.ErrorNumber;
import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.Namespace;
import org.urdma4j.transport.port.linux.UdpSocket;
import org.urdma4j.transport.seal.SealSettings;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** One end of a tunnel that is up, on threads of its own. */
public final class Tunnel implements Closeable {
    private static final int BUFFER_BYTES = 8 << 20;

    private final TunnelConfig config;
    private final Notices notices;
    private final Runnable onFailure;
    private final UdpSocket socket;
    private final Device device;
    private final TunnelLoop loop;
    private final Thread thread;
    private final CompletableFuture<Void> failure = new CompletableFuture<>();
    private Associations associations;
    private Asking asking;

    /** What is inside. */
    interface Device extends FramePort, Closeable {
        /** Returns a descriptor that can be read when it has a frame. */
        int fd();
    }

    private record TapDevice(Tap tap) implements Device {
        @Override
        public int fd() {
            return tap.fd();
        }

        @Override
        public int read(MemorySegment memory, long at, int room) {
            return tap.read(memory, at, room);
        }

        @Override
        public boolean write(
                MemorySegment head, int headBytes, MemorySegment body, long bodyAt, int bodyBytes) {
            return tap.write(head, headBytes, body, bodyAt, bodyBytes);
        }

        @Override
        public void close() {
            tap.close();
        }
    }

    private Tunnel(
            TunnelConfig config,
            Notices notices,
            Runnable onFailure,
            UdpSocket socket,
            Device device) {
        this.config = config;
        this.notices = notices;
        this.onFailure = onFailure;
        this.socket = socket;
        this.device = device;
        loop = new TunnelLoop(config, device, device.fd(), socket, SystemClock::nowNs);
        thread = Thread.ofPlatform().name("tunnel").daemon().unstarted(this::carry);
    }

    /**
     * Makes the device, and begins to listen for the other end or to ask it for keys; it needn't be
     * there.
     *
     * @param notices is given lines for people, on other threads
     * @param onFailure called, on another thread, when the tunnel breaks
     * @throws IOException if something isn't permitted or not to be had; one line says what
     */
    public static Tunnel open(TunnelConfig config, Consumer<String> notices, Runnable onFailure)
            throws IOException, InterruptedException {
        SealSettings settings = settings(config);
        UdpSocket socket = bind(config);
        try {
            Device device =
                    new TapDevice(
                            Tap.openPlain(
                                    config.namespace().map(Namespace::new),
                                    config.device(),
                                    config.mtu()));
            return open(config, settings, socket, device, notices, onFailure);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** The same with a device that is there already, for tests. */
    static Tunnel open(TunnelConfig config, Device device, Consumer<String> notices)
            throws IOException {
        return open(config, settings(config), bind(config), device, notices, () -> {});
    }

    private static Tunnel open(
            TunnelConfig config,
            SealSettings settings,
            UdpSocket socket,
            Device device,
            Consumer<String> notices,
            Runnable onFailure)
            throws IOException {
        Tunnel tunnel = new Tunnel(config, new Notices(notices), onFailure, socket, device);
        try {
            tunnel.begin(settings);
            return tunnel;
        } catch (IOException | RuntimeException e) {
            tunnel.close();
            throw e;
        }
    }

    private static SealSettings settings(TunnelConfig config) throws IOException {
        try {
            return new SealSettings(config.protection().ciphers().get(), Aead.AES_256_GCM, true);
        } catch (IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static UdpSocket bind(TunnelConfig config) throws IOException {
        String address = config.local().getHostAddress();
        try {
            return new UdpSocket(config.local(), config.port(), BUFFER_BYTES);
        } catch (KernelRefusal e) {
            throw new IOException(
                    switch (e.errno()) {
                        case ErrorNumber.EADDRNOTAVAIL ->
                                address + " is no address of this machine";
                        case ErrorNumber.EADDRINUSE ->
                                "UDP port %d of %s is in use".formatted(config.port(), address);
                        default -> e.getMessage();
                    },
                    e);
        }
    }

    private void begin(SealSettings settings) throws IOException {
        thread.start();
        InetSocketAddress local = new InetSocketAddress(config.local(), config.port());
        KeyFeed feed = new KeyFeed(loop, settings, local, config.cellBytes(), notices);
        associations = Associations.open(config.local(), config.protection(), feed);
        feed.attach(associations);
        if (config.remote().isPresent()) {
            asking = Asking.start(associations, config.remote().get(), notices);
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

    /**
     * Returns what was done so far.
     *
     * @throws IOException if the tunnel broke
     */
    public TunnelReport report() throws IOException, InterruptedException {
        CompletableFuture<TunnelReport> report = new CompletableFuture<>();
        var _ =
                loop.call(_ -> {
                    report.complete(loop.report());
                    if (loop.isTooLong()) {
                        notices.once(
                                "cells of %d bytes are too long for the way: choose less by --cell"
                                        .formatted(config.cellBytes()));
                    }
                });
        try {
            CompletableFuture.anyOf(report, failure).get();
            return report.getNow(null);
        } catch (ExecutionException e) {
            throw new IOException(messageOf(e.getCause()), e);
        }
    }

    /**
     * Says goodbye to the other end, stops and returns what was done.
     *
     * @throws IOException if the tunnel broke before
     */
    public TunnelReport stop() throws IOException, InterruptedException {
        TunnelReport last = report();
        end();
        try {
            failure.getNow(null);
        } catch (CompletionException e) {
            throw new IOException(messageOf(e.getCause()), e);
        }
        return last;
    }

    private static String messageOf(Throwable e) {
        return e instanceof UncheckedIOException io ? io.getCause().getMessage() : e.toString();
    }

    private void end() throws InterruptedException {
        if (asking != null) {
            asking.close();
            asking = null;
        }
        if (associations != null) {
            associations.close();
            associations = null;
        }
        loop.stop();
        thread.join();
    }

    @Override
    public void close() {
        try {
            end();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        socket.close();
        try {
            device.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
