package org.urdma4j.leafspine.host;

/** Packets that have been sent one after another by one path. */
final class Container {
    final int number;
    final SenderPath path;
    final int[] psns;
    int count;
    long bytes;
    long sentPs;
    boolean closed;
    boolean over;

    Container(int number, SenderPath path, int packets) {
        this.number = number;
        this.path = path;
        this.psns = new int[packets];
    }

    void add(int psn, int wireBytes, long nowPs) {
        psns[count++] = psn;
        bytes += wireBytes;
        sentPs = nowPs;
    }
}
