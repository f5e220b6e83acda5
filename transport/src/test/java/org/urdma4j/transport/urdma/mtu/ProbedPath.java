package org.urdma4j.transport.urdma.mtu;

import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/** A path for a search: answers come a round trip later, of probes that fit and aren't lost. */
final class ProbedPath {
    static final long RTT_NS = 20_000_000;
    static final int BASE = 1252;
    static final int LIMIT = 8972;

    final PathMtuSearch search;
    private final RandomGenerator random;
    private final ArrayDeque<long[]> answers = new ArrayDeque<>();
    private long nonce = 1000;
    long nowNs;
    int carries;
    double loss;
    long probes;
    long bytes;
    boolean sendsData = true;

    ProbedPath(RandomGenerator random, int carries) {
        this(random, carries, LIMIT);
    }

    ProbedPath(RandomGenerator random, int carries, int limit) {
        this.random = random;
        this.carries = carries;
        search = new PathMtuSearch(BASE, limit, 8972, 1472, 1392);
        search.start();
    }

    /** Lets time pass: events in their order, data each millisecond. */
    void runFor(long ns) {
        long endNs = nowNs + ns;
        while (nowNs < endNs) {
            send();
            long nextNs = Math.max(nowNs + 1, Math.min(search.deadlineNs(), nowNs + 1_000_000));
            if (!answers.isEmpty()) {
                nextNs = Math.min(nextNs, answers.peekFirst()[0]);
            }
            nowNs = Math.min(endNs, nextNs);
            while (!answers.isEmpty() && answers.peekFirst()[0] <= nowNs) {
                long[] answer = answers.pollFirst();
                search.onAnswer(answer[1], answer[2], nowNs);
            }
            if (sendsData) {
                search.onData(nowNs);
            }
        }
    }

    private void send() {
        int size = search.poll(() -> nonce++, nowNs);
        while (size > 0) {
            probes++;
            bytes += size;
            if (size <= carries && random.nextDouble() >= loss) {
                answers.add(new long[] {nowNs + RTT_NS, search.nonce(), size});
            }
            search.onSent(nowNs);
            size = search.poll(() -> nonce++, nowNs);
        }
    }
}
