package org.urdma4j.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.urdma4j.copy.rdma.RdmaListener;
import org.urdma4j.copy.serve.CopyServer;
import org.urdma4j.copy.serve.ServeListener;
import org.urdma4j.copy.serve.ServeOptions;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.ProtectionAttr;
import org.urdma4j.verbs.Verbs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;

/** A folder that is served, at an address of this machine that other processes don't have. */
final class Site implements AutoCloseable {
    private static final long PID = ProcessHandle.current().pid();
    private static final int PORT = 4801;

    final Path folder;
    private final InetAddress address;
    private final ContextAttr attr;
    private Root root;
    private Context context;
    private CopyServer server;

    /**
     * @param last of its address, one for each site
     */
    Site(Path folder, int last, ServeOptions options) throws IOException {
        this(folder, last, options, ContextAttr.builder().udpPort(PORT).build());
    }

    private Site(Path folder, int last, ServeOptions options, ContextAttr attr) throws IOException {
        this.folder = folder;
        this.attr = attr;
        byte high = (byte) (64 + (PID >> 8) % 64);
        address = InetAddress.getByAddress(new byte[] {127, high, (byte) PID, (byte) last});
        start(options);
    }

    /** A site whose peers must know a key. */
    static Site sealed(Path folder, int last, Path key) throws IOException {
        ProtectionAttr protection = ProtectionAttr.of(key);
        return new Site(
                folder,
                last,
                ServeOptions.DEFAULT,
                ContextAttr.builder().udpPort(PORT).protection(protection).build());
    }

    private void start(ServeOptions options) throws IOException {
        root = Root.open(folder.toString());
        context = Verbs.open(address, attr);
        server = CopyServer.start(RdmaListener.listen(context), root, options, ServeListener.NONE);
    }

    /** Ends it, with all connections, and begins anew. */
    void restart() throws IOException {
        close();
        start(ServeOptions.DEFAULT);
    }

    URI uri() {
        return URI.create("urdma://%s:%d/".formatted(address.getHostAddress(), PORT));
    }

    /** Returns an address of this machine that no site has. */
    String neighbour() throws IOException {
        byte[] bytes = address.getAddress();
        bytes[bytes.length - 1] = (byte) 254;
        return InetAddress.getByAddress(bytes).getHostAddress();
    }

    UrdmaFileSystem open(Configuration conf) throws IOException {
        UrdmaFileSystem files = new UrdmaFileSystem();
        files.initialize(uri(), conf);
        return files;
    }

    @Override
    public void close() throws IOException {
        server.close();
        context.close();
        root.close();
    }
}
