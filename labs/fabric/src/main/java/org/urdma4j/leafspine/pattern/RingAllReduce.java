package org.urdma4j.leafspine.pattern;

/**
 * A ring: 2(N − 1) steps, in each of which each rank sends a piece of 1/N to the next one, once it
 * has that of the step before. Adding up takes no time.
 */
public final class RingAllReduce implements Traffic {
    private final int[] ranks;
    private final long piece;
    private final int steps;
    private final int[] sent;
    private int left;

    /**
     * @param ranks NICs of the job, at least two
     * @param bytes of each rank's buffer
     */
    public RingAllReduce(int[] ranks, long bytes) {
        this.ranks = ranks.clone();
        this.piece = bytes / ranks.length;
        this.steps = 2 * (ranks.length - 1);
        this.sent = new int[ranks.length];
        this.left = ranks.length * steps;
    }

    @Override
    public void start(Mesh mesh) {
        for (int i = 0; i < ranks.length; i++) {
            send(mesh, i);
        }
    }

    private void send(Mesh mesh, int at) {
        sent[at]++;
        mesh.send(ranks[at], ranks[(at + 1) % ranks.length], piece);
    }

    @Override
    public void onReceived(Mesh mesh, int from, int to) {
        left--;
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] == to && sent[i] < steps) {
                send(mesh, i);
            }
        }
    }

    @Override
    public boolean isOver() {
        return left == 0;
    }

    @Override
    public long bytes() {
        return piece * ranks.length * steps;
    }

    @Override
    public double idealPs(Path path) {
        return steps * (path.messagePs(piece) + path.wayPs(piece));
    }
}
