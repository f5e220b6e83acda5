package org.urdma4j.measure.spec;

import com.fasterxml.jackson.annotation.JsonValue;

/** What carries the data of a run. */
public enum Protocol implements Labelled {
    /** RDMA with URDMA's selective retransmission and RRCC. */
    URDMA,
    /** RDMA as network cards speak it: RoCEv2 with go-back-N. */
    STANDARD,
    /** The TCP of the kernel. */
    TCP;

    @Override
    @JsonValue
    public String label() {
        return Labelled.super.label();
    }

    /** Returns whether the traffic goes through the verbs. */
    public boolean rdma() {
        return this != TCP;
    }
}
