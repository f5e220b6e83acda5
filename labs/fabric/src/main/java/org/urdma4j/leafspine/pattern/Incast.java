package org.urdma4j.leafspine.pattern;

/** All others send to the first NIC. */
public final class Incast implements Traffic {
    private final int senders;
    private final boolean local;
    private final long bytes;
    private int left;

    /**
     * @param ranks how many NICs there are
     * @param local whether some of them are at the same leaf
     * @param bytes from each
     */
    public Incast(int ranks, boolean local, long bytes) {
        this.local = local;
        this.senders = ranks - 1;
        this.bytes = bytes;
        this.left = senders;
    }

    @Override
    public void start(Mesh mesh) {
        for (int i = 1; i <= senders; i++) {
            mesh.send(i, 0, bytes);
        }
    }

    @Override
    public void onReceived(Mesh mesh, int from, int to) {
        left--;
    }

    @Override
    public boolean isOver() {
        return left == 0;
    }

    @Override
    public long bytes() {
        return bytes * senders;
    }

    @Override
    public double idealPs(Path path) {
        // what comes from the same leaf comes first
        return senders * path.messagePs(bytes)
                + (local ? path.localWayPs(bytes) : path.wayPs(bytes));
    }
}
