package org.urdma4j.leafspine.pattern;

/** All others send to the first NIC. */
public final class Incast implements Traffic {
    private final int senders;
    private final long bytes;
    private int left;

    /**
     * @param ranks how many NICs there are
     * @param bytes from each
     */
    public Incast(int ranks, long bytes) {
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
        // the first to arrive may come from the same leaf, sooner than others
        return senders * path.messagePs(bytes);
    }
}
