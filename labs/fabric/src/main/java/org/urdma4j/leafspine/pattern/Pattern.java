package org.urdma4j.leafspine.pattern;

import org.urdma4j.leafspine.net.Noise;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Kinds of traffic. */
public enum Pattern {
    /** Each rank of a job to each other. */
    ALLTOALL,
    /** A ring in each job. */
    ALLREDUCE,
    /** All to one. */
    INCAST,
    /** Each to one. */
    PERMUTATION;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether a job is a NIC of each server. */
    public boolean isCollective() {
        return this == ALLTOALL || this == ALLREDUCE;
    }

    /** Returns the size that runs: what the ranks of a job divide. */
    public long rounded(long bytes, int servers) {
        if (!isCollective()) {
            return bytes;
        }
        return (bytes + servers - 1) / servers * servers;
    }

    /**
     * Returns the jobs. Of collectives there is one for each NIC of a server.
     *
     * @param bytes rounded
     */
    public List<Traffic> jobs(int servers, int nics, long bytes, Noise noise) {
        return switch (this) {
            case INCAST -> List.of(new Incast(servers * nics, nics > 1, bytes));
            case PERMUTATION -> List.of(new Permutation(servers, nics, bytes, noise));
            case ALLTOALL, ALLREDUCE -> {
                List<Traffic> jobs = new ArrayList<>();
                for (int job = 0; job < nics; job++) {
                    int[] ranks = new int[servers];
                    for (int server = 0; server < servers; server++) {
                        ranks[server] = server * nics + job;
                    }
                    jobs.add(
                            this == ALLTOALL
                                    ? new AllToAll(ranks, bytes)
                                    : new RingAllReduce(ranks, bytes));
                }
                yield jobs;
            }
        };
    }
}
