package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.codec.ib.AethSyndrome.ACK_UNLIMITED;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.memory.MappedFile;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory of our own requests that goes away while they are under way. */
class RequesterLostMemoryTest {
    private static final int BYTES = 8 * MTU;

    private final Solo solo = new Solo(EngineConfig.builder().maxInFlightPackets(4).build());
    private final Arena arena = Arena.ofShared();
    private MappedFile file;
    private Region region;

    private void lose(MemoryLoss loss) {
        loss.happen(arena, file, solo.host.shard.regions(), region);
    }

    @BeforeEach
    void connect() {
        solo.connect(Solo.attr());
        file = MappedFile.create(arena, BYTES);
        MemorySegment memory = file.memory();
        region =
                solo.host
                        .shard
                        .regions()
                        .register(memory, memory.address(), Host.ALL_ACCESS, Host.DOMAIN);
    }

    private SendWr request(long id, WrOpcode opcode, long bytes) {
        return new SendWr()
                .wrId(id)
                .opcode(opcode)
                .rdma(Solo.REMOTE, Solo.REMOTE_KEY)
                .addSge(region.address(), bytes, region.lkey());
    }

    private void expectFailure(String... completions) {
        assertThat(solo.sent()).containsExactly(completions);
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.elapse(10_000_000_000L)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailAWriteInTheMiddle(MemoryLoss loss) {
        assertThat(solo.post(request(1, WrOpcode.RDMA_WRITE, BYTES))).hasSize(4);
        solo.host.post(request(2, WrOpcode.RDMA_WRITE, 8));

        lose(loss);

        assertThat(solo.acknowledge(SQ_PSN)).isEmpty();
        expectFailure("1 LOC_PROT_ERR", "2 WR_FLUSH_ERR");
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailARetransmission(MemoryLoss loss) {
        solo.post(request(1, WrOpcode.RDMA_WRITE, 300));

        lose(loss);

        assertThat(solo.elapse(4096L << 14)).isEmpty();
        expectFailure("1 LOC_PROT_ERR");
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailWhatWasNotSentYetInItsTurn(MemoryLoss loss) {
        solo.post(1, WrOpcode.RDMA_WRITE, 2L * MTU);
        solo.host.shard.onDoorbells();
        solo.host.post(request(2, WrOpcode.RDMA_WRITE, 8));

        lose(loss);

        assertThat(solo.turn()).isEmpty();
        assertThat(solo.sent()).isEmpty();
        solo.acknowledge(SQ_PSN + 1);
        expectFailure("1 SUCCESS", "2 LOC_PROT_ERR");
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailAReadWhoseDataComeIn(MemoryLoss loss) {
        solo.post(request(1, WrOpcode.RDMA_READ, 100));

        lose(loss);
        solo.receive(
                packet(Opcode.RC_RDMA_READ_RESPONSE_ONLY, SQ_PSN)
                        .aeth(ACK_UNLIMITED, 1)
                        .payload(100));

        expectFailure("1 LOC_PROT_ERR");
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailAnAtomicOperationWhoseResultComesIn(MemoryLoss loss) {
        solo.post(request(1, WrOpcode.ATOMIC_FETCH_AND_ADD, 8));

        lose(loss);
        solo.receive(packet(Opcode.RC_ATOMIC_ACKNOWLEDGE, SQ_PSN).aeth(ACK_UNLIMITED, 1));

        expectFailure("1 LOC_PROT_ERR");
    }

    @ParameterizedTest
    @EnumSource
    void shouldCompleteWhatTheMemoryIsNotNeededForAnyMore(MemoryLoss loss) {
        solo.post(request(1, WrOpcode.RDMA_WRITE, 300));

        lose(loss);
        solo.acknowledge(SQ_PSN + 1);

        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
    }
}
