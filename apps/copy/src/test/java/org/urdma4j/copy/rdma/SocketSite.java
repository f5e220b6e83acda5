package org.urdma4j.copy.rdma;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.PullRun;
import org.urdma4j.copy.client.PushRun;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.send.Source;
import org.urdma4j.copy.serve.ServeOptions;
import org.urdma4j.copy.serve.SocketServer;
import org.urdma4j.copy.tree.Accounts;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.Listener;
import org.urdma4j.copy.wire.Throttle;
import org.urdma4j.copy.write.TargetTree;
import org.urdma4j.copy.write.WriteOptions;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** A server of a folder and a client of it, over TCP in place of RDMA. */
final class SocketSite implements AutoCloseable {
    /** Bytes that may be on the way; Linux doubles it. */
    private static final int BUFFER = 1 << 20;

    private final SocketServer server;

    SocketSite(Path folder) throws IOException {
        this(folder, ServeOptions.DEFAULT);
    }

    SocketSite(Path folder, ServeOptions options) throws IOException {
        server =
                new SocketServer(
                        folder,
                        options,
                        socket -> new Listener.Accepted(prompt(socket), "somebody"));
    }

    CopyClient client(int jobs) throws IOException {
        return new CopyClient(this::connect, jobs, Throttle.NONE);
    }

    SocketChannel connect() throws IOException {
        return prompt(server.connect());
    }

    private static SocketChannel prompt(SocketChannel channel) throws IOException {
        return channel.setOption(StandardSocketOptions.TCP_NODELAY, true)
                .setOption(StandardSocketOptions.SO_SNDBUF, BUFFER)
                .setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
    }

    /** Pushes what is in a folder into the one that is served, or pulls the other way. */
    Tally copy(boolean push, Path folder, CopyOptions options, int jobs) throws Exception {
        return copy(push, folder, TreePath.ROOT, options, jobs);
    }

    /**
     * The same with another target.
     *
     * @param goes below the folder that is served if that is the target, otherwise below the other
     */
    Tally copy(boolean push, Path folder, TreePath goes, CopyOptions options, int jobs)
            throws Exception {
        Tally tally = new Tally(PassListener.NONE);
        try (CopyClient client = client(jobs)) {
            copy(push, folder, goes, options, client, tally);
        }
        return tally;
    }

    /** The same over what a client has. */
    static void copy(
            boolean push,
            Path folder,
            TreePath goes,
            CopyOptions options,
            CopyClient client,
            Tally tally)
            throws Exception {
        List<Source> all = List.of(new Source(TreePath.ROOT, goes));
        WriteOptions write =
                new WriteOptions(
                        false,
                        options.resume(),
                        options.preserve(),
                        Accounts.isRoot(),
                        new SplittableRandom(9));
        try (Root root = Root.open(folder.toString());
                TargetTree tree = new TargetTree(root, write)) {
            var _ = client.preserve(options.preserve());
            if (push) {
                var _ =
                        new PushRun(client, options, tally)
                                .run(List.of(new PushRun.Group(root, all)), List.of(goes));
            } else {
                var _ = new PullRun(client, options, tally, root, tree).run(all, List.of(goes));
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
