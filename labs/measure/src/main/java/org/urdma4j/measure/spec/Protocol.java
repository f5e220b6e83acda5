package org.urdma4j.measure.spec;

/** What carries the data of a run. */
public enum Protocol implements Labelled {
    /** RDMA with URDMA's selective retransmission and RRCC. */
    URDMA,
    /** RDMA as network cards speak it: RoCEv2 with go-back-N. */
    STANDARD,
    /** The TCP of the kernel. */
    TCP;

    /** Returns whether the traffic goes through the verbs. */
    public boolean rdma() {
        return this != TCP;
    }
}
