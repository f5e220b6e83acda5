package org.urdma4j.leafspine.pattern;

/** Each rank sends an equal piece to each other, to all at once, the next one first. */
public final class AllToAll implements Traffic {
    private final int[] ranks;
    private final long piece;
    private int left;

    /**
     * @param ranks NICs of the job, at least two
     * @param bytes of each rank's buffer
     */
    public AllToAll(int[] ranks, long bytes) {
        this.ranks = ranks.clone();
        this.piece = bytes / ranks.length;
        this.left = ranks.length * (ranks.length - 1);
    }

    @Override
    public void start(Mesh mesh) {
        for (int i = 0; i < ranks.length; i++) {
            for (int step = 1; step < ranks.length; step++) {
                mesh.send(ranks[i], ranks[(i + step) % ranks.length], piece);
            }
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
        return piece * ranks.length * (ranks.length - 1);
    }

    @Override
    public double idealPs(Path path) {
        return path.messagePs(piece) * (ranks.length - 1) + path.wayPs(piece);
    }
}
