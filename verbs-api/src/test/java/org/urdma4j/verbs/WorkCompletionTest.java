package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkCompletionTest {
    @Test
    void shouldKeepAndPrintEverythingUntilReset() {
        WorkCompletion wc =
                new WorkCompletion()
                        .wrId(Long.MIN_VALUE)
                        .status(WcStatus.REM_ACCESS_ERR)
                        .opcode(WcOpcode.RECV_RDMA_WITH_IMM)
                        .vendorErr(0x88)
                        .byteLen(1L << 31)
                        .immData(0xcafe)
                        .invalidatedRkey(0xbeef)
                        .qpNum(0x12)
                        .srcQp(0x34)
                        .wcFlags(WcFlags.GRH | WcFlags.WITH_IMM)
                        .pkeyIndex(5)
                        .slid(6)
                        .sl(7);

        assertThat(wc.wrId()).isEqualTo(Long.MIN_VALUE);
        assertThat(wc.status()).isSameAs(WcStatus.REM_ACCESS_ERR);
        assertThat(wc.isSuccess()).isFalse();
        assertThat(wc.opcode()).isSameAs(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(wc.vendorErr()).isEqualTo(0x88);
        assertThat(wc.byteLen()).isEqualTo(2_147_483_648L);
        assertThat(wc.immData()).isEqualTo(0xcafe);
        assertThat(wc.invalidatedRkey()).isEqualTo(0xbeef);
        assertThat(wc.qpNum()).isEqualTo(0x12);
        assertThat(wc.srcQp()).isEqualTo(0x34);
        assertThat(wc.wcFlags()).isEqualTo(3);
        assertThat(wc.pkeyIndex()).isEqualTo(5);
        assertThat(wc.slid()).isEqualTo(6);
        assertThat(wc.sl()).isEqualTo(7);
        assertThat(wc)
                .hasToString(
                        "WorkCompletion[wrId=-9223372036854775808, status=REM_ACCESS_ERR,"
                                + " opcode=RECV_RDMA_WITH_IMM, vendorErr=0x88, byteLen=2147483648,"
                                + " immData=0xcafe, invalidatedRkey=0xbeef, qpNum=0x12, srcQp=0x34,"
                                + " wcFlags=GRH|WITH_IMM, pkeyIndex=5, slid=6, sl=7]");

        assertThat(wc.reset()).hasToString(new WorkCompletion().toString());
        assertThat(wc.isSuccess()).isTrue();
    }

    @Test
    void shouldFillAnArrayWithHoldersOfTheirOwn() {
        WorkCompletion[] holders = WorkCompletion.array(3);

        assertThat(holders).hasSize(3).doesNotContainNull().doesNotHaveDuplicates();
    }
}
