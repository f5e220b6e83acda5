package org.urdma4j.tools.perftest;

import org.urdma4j.verbs.WrOpcode;

/** What is measured, and how perftest's program for it behaves. */
enum PerftestOp {
    WRITE("RDMA_Write", WrOpcode.RDMA_WRITE, 2, true),
    READ("RDMA_Read", WrOpcode.RDMA_READ, 2, true),
    SEND("Send", WrOpcode.SEND, 3, false);

    final String title;
    final WrOpcode opcode;

    /** Records to and fro between the first one and the start. */
    final int meetings;

    /** Whether the client tells the server what it measured. */
    final boolean reports;

    PerftestOp(String title, WrOpcode opcode, int meetings, boolean reports) {
        this.title = title;
        this.opcode = opcode;
        this.meetings = meetings;
        this.reports = reports;
    }
}
