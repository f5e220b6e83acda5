package org.urdma4j.tools.copy;

import org.urdma4j.copy.rdma.CopyPaths;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.tools.copy.ssh.Exchange;
import org.urdma4j.tools.copy.ssh.FarEnd;
import org.urdma4j.tools.copy.ssh.Reachable;
import org.urdma4j.tools.peer.Addresses;
import org.urdma4j.tools.peer.UdpClientDevice;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.verbs.UrdmaTuning;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.ByteChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A copy's other end: a server that runs, or one that ssh has started, which ends with this.
 *
 * @param far null for a server that runs
 * @param job with the paths that the server has
 * @param question to a user, if no answer comes for long
 */
record OtherEnd(RemoteHost host, FarEnd far, CopyJob job, String question) implements Closeable {
    /** The far end has just started: its machine may be busy. */
    private static final RemoteHost.Patience PATIENCE =
            new RemoteHost.Patience(RemoteHost.SOON, Duration.ofSeconds(30));

    static OtherEnd to(RemoteHost host, CopyJob job) {
        return new OtherEnd(host, null, job, "is it open, and with keys TCP, too?");
    }

    /**
     * Has ssh start the far end, and finds its address.
     *
     * @param options of the far end
     * @param bind address of this machine to use, or null
     * @param paths with which addresses besides
     * @param told each line of ssh
     * @throws IOException with a line for the user
     */
    static OtherEnd bySsh(
            SshArguments ssh,
            CopyJob job,
            boolean readOnly,
            String options,
            String bind,
            CopyPaths paths,
            Addresses which,
            Consumer<String> told)
            throws IOException, InterruptedException {
        Location.Common common = Location.common(job.remotes());
        InetAddress wanted = ssh.remoteAddress();
        Location first = job.remotes().getFirst();
        SecureRandom random = new SecureRandom();
        FarEnd far =
                FarEnd.start(
                        ssh.command(),
                        first.destination(),
                        ssh.remoteCommand(),
                        options,
                        told,
                        random);
        boolean kept = false;
        try {
            Exchange.Ready ready = far.serve(common.path(), readOnly, ssh.port(job), wanted);
            List<InetAddress> known = addresses(first.host(), wanted, ready.address(), which);
            CopyJob there = below(job, common.below());
            OtherEnd end = reached(there, known, ready.port(), far, far.protection(), bind, paths);
            kept = true;
            return end;
        } finally {
            if (!kept) {
                far.close();
            }
        }
    }

    /**
     * Finds the address of a far end that listens.
     *
     * @param far that is ended with the copy, or null
     * @throws IOException with a line for the user, if none is reached
     */
    static OtherEnd reached(
            CopyJob job,
            List<InetAddress> known,
            int port,
            FarEnd far,
            ProtectionMaker protection,
            String bind,
            CopyPaths paths)
            throws IOException, InterruptedException {
        InetAddress address = Reachable.of(known, port);
        int own = paths.equals(CopyPaths.ONE) ? 0 : port; // of all addresses of an end it is one
        RemoteHost host =
                new RemoteHost(
                        job.host(),
                        List.of(address),
                        port,
                        own,
                        PATIENCE,
                        new UdpClientDevice(
                                "copy", bind, paths, Optional.of(protection), new SecureRandom()));
        String question = "is it open? --port names another, --remote-address another address";
        return new OtherEnd(host, far, job, question);
    }

    private static CopyJob below(CopyJob job, List<TreePath> paths) {
        List<Location> remotes = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            remotes.add(job.remotes().get(i).at(paths.get(i)));
        }
        return job.with(remotes);
    }

    /** A name may be ssh's alone, and what a host calls its address be that behind a translator. */
    static List<InetAddress> addresses(
            String host, InetAddress wanted, InetAddress said, Addresses which) {
        if (wanted != null) {
            return List.of(wanted);
        }
        if (said.isLoopbackAddress()) {
            return List.of(said);
        }
        Set<InetAddress> all = new LinkedHashSet<>();
        try {
            which.of(host).stream()
                    .filter(each -> each.getClass() == said.getClass())
                    .forEach(all::add);
        } catch (IOException _) {
            // ssh knows it by its configuration
        }
        all.add(said);
        return List.copyOf(all);
    }

    /**
     * Connects; this end sends as it is said.
     *
     * @param told a line if no answer comes for long, by any thread
     */
    ByteChannel connect(UrdmaTuning sending, Consumer<String> told) throws IOException {
        return host.connect(sending, silent -> told.accept(silent + "; " + question));
    }

    @Override
    public void close() {
        host.close();
        if (far != null) {
            far.close();
        }
    }
}
