package org.urdma4j.leafspine.pattern;

import org.urdma4j.leafspine.net.Noise;

/** Each NIC sends to one other and receives from one other, of another server. */
public final class Permutation implements Traffic {
    private final int[] to;
    private final long bytes;
    private int left;

    /**
     * @param bytes from each
     * @param noise decides who sends to whom
     */
    public Permutation(int servers, int nics, long bytes, Noise noise) {
        this.bytes = bytes;
        int ranks = servers * nics;
        to = new int[ranks];
        left = ranks;
        int shift = nics * (1 + noise.nextInt(servers - 1));
        int[] order = new int[nics];
        for (int server = 0; server < servers; server++) {
            for (int i = 0; i < nics; i++) {
                int other = noise.nextInt(i + 1);
                order[i] = order[other];
                order[other] = i;
            }
            for (int i = 0; i < nics; i++) {
                int rank = server * nics + i;
                to[rank] = ((server * nics + shift) % ranks) + order[i];
            }
        }
    }

    @Override
    public void start(Mesh mesh) {
        for (int i = 0; i < to.length; i++) {
            mesh.send(i, to[i], bytes);
        }
    }

    @Override
    public void onReceived(Mesh mesh, int from, int target) {
        left--;
    }

    @Override
    public boolean isOver() {
        return left == 0;
    }

    @Override
    public long bytes() {
        return bytes * to.length;
    }

    @Override
    public double idealPs(Path path) {
        return path.messagePs(bytes) + path.wayPs(bytes);
    }
}
