package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The devices of one process, one for each address: runs that go on at the same time use the same
 * one, and with it the same UDP port. It is opened for the first of them and closed after the last.
 * Any thread may call.
 */
final class SharedDevices {
    /** What a device is opened with, which runs that share it must agree on. */
    private record Options(int dscp, int socketBufferBytes, List<InetAddress> more, int entropies) {
        static Options of(Tuning tuning, List<InetAddress> more) {
            return new Options(
                    tuning.dscp(),
                    tuning.socketBufferBytes(),
                    List.copyOf(more),
                    tuning.spread().entropies());
        }
    }

    private static final class Entry {
        final Options options;
        final OpenDevice opened;

        /** Which stream sends to a group, by the seed of its run. */
        final Map<Long, Stream> senders = new HashMap<>();

        int users = 1;

        Entry(Options options, OpenDevice opened) {
            this.options = options;
            this.opened = opened;
        }
    }

    private final Backend backend;
    private final Map<InetSocketAddress, Entry> entries = new HashMap<>();

    SharedDevices(Backend backend) {
        this.backend = backend;
    }

    Backend backend() {
        return backend;
    }

    /**
     * Opens the device of an end's address, or returns the one that is open.
     *
     * @param more further addresses
     * @throws VerbsException with EBUSY if it is open with other options, or as the backend throws
     */
    synchronized OpenDevice open(EndSetup setup, List<InetAddress> more) {
        Tuning tuning = setup.spec().tuning();
        Options options = Options.of(tuning, more);
        Entry entry = entries.get(at(setup));
        if (entry == null) {
            entries.put(at(setup), new Entry(options, open(setup, options)));
            return entries.get(at(setup)).opened;
        }
        if (!entry.options.equals(options)) {
            throw new VerbsException(
                    Errno.EBUSY,
                    "another run uses %s with other options (--dscp, --socket-buffer, --paths): wait for its end, or ask for the same"
                            .formatted(setup.local().getHostAddress()));
        }
        entry.users++;
        return entry.opened;
    }

    private OpenDevice open(EndSetup setup, Options options) {
        Optional<Context> foreign = backend.openDevice(setup.local());
        if (foreign.isPresent()) {
            return OpenDevice.of(foreign.get(), setup.local());
        }
        NetworkPort port =
                backend.open(
                        setup.local(),
                        setup.port(),
                        options.dscp(),
                        options.socketBufferBytes(),
                        options.more(),
                        options.entropies(),
                        setup.keys());
        String name = "bench-" + setup.local().getHostAddress();
        SoftDevice device = new SoftDevice(name, setup.local().hashCode(), () -> port);
        return OpenDevice.of(new SoftContext(device, port, patience(port, setup)), port);
    }

    /** Connections are asked for as often as requests are. */
    private static CmConfig patience(NetworkPort port, EndSetup setup) {
        CmConfig usual = CmConfig.of(port.address(), port.hashCode());
        return new CmConfig(
                usual.gid(),
                usual.caGuid(),
                usual.responseTimeout(),
                setup.spec().tuning().retry(),
                usual.serviceTimeout(),
                usual.packetLifeTime(),
                usual.maxConnections());
    }

    /**
     * Returns which stream sends to a group on behalf of all runs of a seed: that of the first that
     * asks, until its run is over.
     */
    synchronized Stream sender(EndSetup setup, Stream own) {
        return entries.get(at(setup)).senders.computeIfAbsent(setup.spec().load().seed(), _ -> own);
    }

    /** A run that has opened it is over, and sends to no group any more. */
    synchronized void release(EndSetup setup, List<Stream> streams) {
        Entry entry = entries.get(at(setup));
        entry.senders.values().removeAll(streams);
        if (--entry.users == 0) {
            entries.remove(at(setup));
            entry.opened.context().close();
        }
    }

    private static InetSocketAddress at(EndSetup setup) {
        return new InetSocketAddress(setup.local(), setup.port());
    }
}
