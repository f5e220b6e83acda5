package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

class CompletionFieldsTest {
    private final MemorySegment wc = Arena.ofAuto().allocate(2 * Structs.WC.size(), Long.BYTES);
    private final long at = Structs.WC.size();
    private final WorkCompletion done = new WorkCompletion().immData(7).invalidatedRkey(8);

    private void set(String field, int value) {
        wc.set(JAVA_INT, at + Structs.WC.at(field), value);
    }

    @Test
    void shouldReadASuccess() {
        wc.set(JAVA_LONG, at + Structs.WC.at("wr_id"), -3);
        set("opcode", WcOpcode.RECV_RDMA_WITH_IMM.value());
        set("byte_len", 1 << 31);
        wc.set(
                JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN),
                at + Structs.WC.at("imm_data"),
                0x01020304);
        set("qp_num", 17);
        set("src_qp", 18);
        set("wc_flags", WcFlags.WITH_IMM | WcFlags.GRH);
        wc.set(JAVA_SHORT, at + Structs.WC.at("pkey_index"), (short) 0xfffe);
        RdmaCq.fill(done, wc, at);

        assertThat(done)
                .hasToString(
                        new WorkCompletion()
                                .wrId(-3)
                                .opcode(WcOpcode.RECV_RDMA_WITH_IMM)
                                .byteLen(1L << 31)
                                .immData(0x01020304)
                                .qpNum(17)
                                .srcQp(18)
                                .wcFlags(WcFlags.WITH_IMM | WcFlags.GRH)
                                .pkeyIndex(0xfffe)
                                .toString());
    }

    @Test
    void shouldReadAKeyThatThePeerHasInvalidated() {
        set("opcode", WcOpcode.RECV.value());
        set("wc_flags", WcFlags.WITH_INV);
        set("invalidated_rkey", 0x01020304);
        RdmaCq.fill(done, wc, at);
        assertThat(done.invalidatedRkey()).isEqualTo(0x01020304);
        assertThat(done.immData()).isZero();
    }

    /** What else is in it then means nothing, and need be no number that is known. */
    @Test
    void shouldReadNoMoreOfAFailureThanIsThere() {
        set("status", WcStatus.WR_FLUSH_ERR.value());
        set("opcode", 0x7777);
        set("vendor_err", 0x88);
        RdmaCq.fill(done, wc, at);
        assertThat(done.status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(done.vendorErr()).isEqualTo(0x88);
    }
}
