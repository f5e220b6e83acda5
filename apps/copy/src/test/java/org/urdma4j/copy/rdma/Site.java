package org.urdma4j.copy.rdma;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.PullRun;
import org.urdma4j.copy.client.PushRun;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.send.Source;
import org.urdma4j.copy.serve.CopyServer;
import org.urdma4j.copy.serve.ServeListener;
import org.urdma4j.copy.serve.ServeOptions;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.Throttle;
import org.urdma4j.copy.write.TargetTree;
import org.urdma4j.copy.write.WriteOptions;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server of a folder and a client of it, over real sockets on two addresses of this machine. */
final class Site implements AutoCloseable {
    private static final long PID = ProcessHandle.current().pid();

    final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    final Root served;
    final CopyServer server;
    private final Context far;
    private final Context near;

    Site(Path folder) throws IOException {
        this(folder, ServeOptions.DEFAULT);
    }

    Site(Path folder, ServeOptions options) throws IOException {
        served = Root.open(folder.toString());
        far = CopyDevice.open(address(1), CopyDevice.PORT, Optional.empty(), KeyListener.NONE);
        near = CopyDevice.open(address(2), CopyDevice.PORT, Optional.empty(), KeyListener.NONE);
        ServeListener listener =
                new ServeListener() {
                    @Override
                    public void onEnded(String peer, long files, long bytes, String why) {
                        ended.add(String.valueOf(why));
                    }
                };
        server =
                new CopyServer(
                        RdmaListener.listen(far),
                        served,
                        options,
                        listener,
                        new SplittableRandom(7));
    }

    /** Addresses that tests of another process don't have at the same time. */
    static InetAddress address(int last) throws IOException {
        byte high = (byte) (64 + (PID >> 8) % 64);
        return InetAddress.getByAddress(new byte[] {127, high, (byte) PID, (byte) last});
    }

    RdmaConnector connector() throws IOException {
        return new RdmaConnector(near, address(1));
    }

    CopyClient client(int jobs) throws IOException {
        return new CopyClient(connector(), jobs, Throttle.NONE);
    }

    /** Pushes what is in a folder into the one that is served. */
    Tally push(Path folder, CopyOptions options, int jobs) throws Exception {
        return push(folder, options, jobs, PassListener.NONE);
    }

    Tally push(Path folder, CopyOptions options, int jobs, PassListener listener) throws Exception {
        Tally tally = new Tally(listener);
        try (CopyClient client = client(jobs);
                Root root = Root.open(folder.toString())) {
            PushRun run = new PushRun(client, options, tally);
            List<Source> all = List.of(new Source(TreePath.ROOT, TreePath.ROOT));
            var _ = run.run(List.of(new PushRun.Group(root, all)), List.of(TreePath.ROOT));
        }
        return tally;
    }

    /** Pulls what is in the folder that is served into another. */
    Tally pull(Path folder, CopyOptions options, int jobs) throws Exception {
        return pull(folder, options, jobs, PassListener.NONE);
    }

    Tally pull(Path folder, CopyOptions options, int jobs, PassListener listener) throws Exception {
        Tally tally = new Tally(listener);
        WriteOptions write = new WriteOptions(false, options.resume(), new SplittableRandom(9));
        try (CopyClient client = client(jobs);
                Root root = Root.open(folder.toString());
                TargetTree tree = new TargetTree(root, write)) {
            PullRun run = new PullRun(client, options, tally, root, tree);
            List<Source> all = List.of(new Source(TreePath.ROOT, TreePath.ROOT));
            var _ = run.run(all, List.of(TreePath.ROOT));
        }
        return tally;
    }

    @Override
    public void close() throws IOException {
        server.close();
        near.close();
        far.close();
        served.close();
    }
}
