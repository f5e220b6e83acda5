package org.urdma4j.gateway.tap;

import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.transport.port.linux.ErrorNumber;
import org.urdma4j.transport.port.linux.Namespace;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A TAP device with virtio headers, in a namespace. With segmentation offload its network sends and
 * receives frames of up to 64 KiB. It exists until it is closed or the process ends. Reading and
 * writing: one thread at a time.
 */
public final class Tap implements FramePort, Closeable {
    private static final int O_RDWR = 2;
    private static final int O_NONBLOCK = 0x800;
    private static final int O_CLOEXEC = 0x8_0000;

    // linux/if_tun.h
    private static final long TUNSETIFF = 0x4004_54caL;
    private static final long TUNSETOFFLOAD = 0x4004_54d0L;
    private static final long TUNSETVNETHDRSZ = 0x4004_54d8L;
    private static final int IFF_TAP = 0x0002;
    private static final int IFF_NO_PI = 0x1000;
    private static final int IFF_VNET_HDR = 0x4000;

    /** CSUM, TSO4, TSO6, TSO_ECN, USO4, USO6. */
    private static final int OFFLOADS = 0x01 | 0x02 | 0x04 | 0x08 | 0x20 | 0x40;

    /** The same without segmentation of UDP, which Linux has since 6.2. */
    private static final int OLDER_OFFLOADS = 0x01 | 0x02 | 0x04 | 0x08;

    /** Bytes of the virtio header before each frame. */
    public static final int VNET_HEADER_BYTES = 10;

    private static final int IFREQ_BYTES = 40;
    private static final int IFREQ_FLAGS = 16;

    /** Frames that wait in the device until they are read; of up to 64 KiB each. */
    private static final int QUEUE_FRAMES = 4000;

    private static final int WARM_UP_CALLS = 20_000;

    /** For messages; it is never entered. */
    private static final Namespace OWN = new Namespace("this namespace");

    private static final MemoryLayout VECTORS =
            MemoryLayout.sequenceLayout(4, ValueLayout.JAVA_LONG);

    private final Namespace namespace;
    private final String device;
    private final int fd;
    private final Libc libc = new Libc();
    private final MemorySegment vectors = Arena.ofAuto().allocate(VECTORS);
    private boolean closed;

    private Tap(Namespace namespace, String device, int fd) {
        this.namespace = namespace;
        this.device = device;
        this.fd = fd;
    }

    /**
     * Makes the device, gives it its addresses if it has any, and sets it up.
     *
     * @throws IOException if that is not permitted, the device exists, or the kernel lacks TAP
     */
    public static Tap open(Namespace namespace, TapConfig config)
            throws IOException, InterruptedException {
        return namespace.call(() -> {
            Tap tap = new Tap(namespace, config.device(), create(namespace, config.device(), true));
            try {
                setUp(config);
            } catch (IOException e) {
                tap.close();
                throw e;
            }
            return tap;
        });
    }

    /**
     * Makes a device, or takes one that {@code ip tuntap add} has made, and sets it up; its frames
     * are complete and no longer than its MTU, their virtio header is zeros. One that was made is
     * gone when it is closed.
     *
     * @param namespace empty for that of this process, which takes CAP_NET_ADMIN alone
     * @param mtu largest IP packet
     * @throws IOException if that is not permitted, the device is in use, or the kernel lacks TAP
     */
    public static Tap openPlain(Optional<Namespace> namespace, String device, int mtu)
            throws IOException, InterruptedException {
        return namespace.isPresent()
                ? namespace.get().call(() -> openPlainHere(namespace.get(), device, mtu))
                : openPlainHere(OWN, device, mtu);
    }

    private static Tap openPlainHere(Namespace here, String device, int mtu)
            throws IOException, InterruptedException {
        Tap tap = new Tap(here, device, create(here, device, false));
        try {
            ip("link set %s mtu %d txqueuelen %d up".formatted(device, mtu, QUEUE_FRAMES));
        } catch (IOException e) {
            tap.close();
            throw e;
        }
        return tap;
    }

    private static int create(Namespace namespace, String device, boolean offloads)
            throws IOException {
        Libc libc = new Libc();
        int fd = libc.open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
        if (fd < 0) {
            throw new IOException("can't open /dev/net/tun: " + ErrorNumber.words(-fd));
        }
        int result = attach(libc, fd, device, offloads);
        if (result < 0) {
            libc.close(fd);
            throw new IOException(
                    "can't make device %s%s: %s"
                            .formatted(
                                    device,
                                    in(namespace),
                                    result == -ErrorNumber.EINVAL
                                            ? "it is no TAP device"
                                            : ErrorNumber.words(-result)));
        }
        return fd;
    }

    private static String in(Namespace namespace) {
        return namespace.equals(OWN) ? "" : " in \"%s\"".formatted(namespace.name());
    }

    private static int attach(Libc libc, int fd, String device, boolean offloads) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment request = arena.allocate(IFREQ_BYTES, Long.BYTES);
            request.setString(0, device);
            request.set(
                    ValueLayout.JAVA_SHORT,
                    IFREQ_FLAGS,
                    (short) (IFF_TAP | IFF_NO_PI | IFF_VNET_HDR));
            int result = libc.ioctl(fd, TUNSETIFF, request.address());
            if (result < 0) {
                return result;
            }
            MemorySegment size = arena.allocateFrom(ValueLayout.JAVA_INT, VNET_HEADER_BYTES);
            result = libc.ioctl(fd, TUNSETVNETHDRSZ, size.address());
            if (result < 0) {
                return result;
            }
            if (!offloads) {
                return libc.ioctl(fd, TUNSETOFFLOAD, 0);
            }
            result = libc.ioctl(fd, TUNSETOFFLOAD, OFFLOADS);
            return result < 0 ? libc.ioctl(fd, TUNSETOFFLOAD, OLDER_OFFLOADS) : result;
        }
    }

    private static void setUp(TapConfig config) throws IOException, InterruptedException {
        String device = config.device();
        TapAddress self = config.self();
        TapAddress peer = config.peer();
        ip("link set lo up");
        ip("link set " + device + " addrgenmode none");
        ip(
                "link set %s address %s mtu %d txqueuelen %d up"
                        .formatted(device, self.mac(), config.mtu(), QUEUE_FRAMES));
        if (config.bare()) {
            return;
        }
        ip("addr add %s/24 dev %s".formatted(self.ipv4(), device));
        ip("addr add %s/64 dev %s nodad".formatted(self.ipv6(), device));
        for (String address : List.of(peer.ipv4(), peer.ipv6())) {
            ip(
                    "neigh replace %s lladdr %s dev %s nud permanent"
                            .formatted(address, peer.mac(), device));
        }
    }

    /** In the namespace of the calling thread. */
    private static void ip(String arguments) throws IOException, InterruptedException {
        Subprocess.run(("ip " + arguments).split(" ", -1));
    }

    @Override
    public int read(MemorySegment memory, long at, int room) {
        int read = libc.read(fd, memory.address() + at, room);
        if (read >= 0) {
            return read;
        }
        if (read == -ErrorNumber.EAGAIN || read == -ErrorNumber.EINTR) {
            return 0;
        }
        throw new UncheckedIOException(
                new IOException(
                        "device %s%s can't be read any more; it or its namespace may be gone: %s"
                                .formatted(device, in(namespace), ErrorNumber.words(-read))));
    }

    @Override
    public boolean write(
            MemorySegment head, int headBytes, MemorySegment body, long bodyAt, int bodyBytes) {
        vectors.setAtIndex(ValueLayout.JAVA_LONG, 0, head.address());
        vectors.setAtIndex(ValueLayout.JAVA_LONG, 1, headBytes);
        vectors.setAtIndex(ValueLayout.JAVA_LONG, 2, body.address() + bodyAt);
        vectors.setAtIndex(ValueLayout.JAVA_LONG, 3, bodyBytes);
        return libc.writev(fd, vectors.address(), 2) >= 0;
    }

    /** Calls what reads and writes until it is compiled; nothing is read or written by it. */
    public void warmUp() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment nothing = arena.allocate(Long.BYTES);
            for (int i = 0; i < WARM_UP_CALLS; i++) {
                // without room for a virtio header the device refuses
                read(nothing, 0, 0);
                write(nothing, 0, nothing, 0, 0);
            }
        }
    }

    /** Returns how many frames the device dropped because nobody read them in time. */
    public long dropped() throws IOException, InterruptedException {
        List<String> lines =
                namespace.call(() -> Files.readAllLines(Path.of("/proc/thread-self/net/dev")));
        return NetDevice.transmitDropped(lines, device);
    }

    /** Returns its descriptor, which is closed with it. */
    public int fd() {
        return fd;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            new Libc().close(fd);
        }
    }
}
