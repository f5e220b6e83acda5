package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** What a request must be before any of it is sent; an unusable one completes in its turn. */
class RequestAdmissionTest {
    private static final long MAX_MESSAGE = 1L << 31;
    private static final int LARGE_WINDOW = 1024;

    @TempDir private Path directory;

    private final Solo solo = new Solo();

    @BeforeEach
    void connect() {
        solo.connect(Solo.attr());
    }

    private void expectFailure(SendWr wr, String status) {
        solo.host.post(new SendWr().wrId(1).opcode(WrOpcode.RDMA_WRITE).rdma(0, 0));
        solo.host.post(wr.wrId(2));
        solo.host.post(new SendWr().wrId(3).opcode(WrOpcode.RDMA_WRITE).rdma(0, 0));
        assertThat(solo.turn()).hasSize(1);
        assertThat(solo.sent()).as("completions come in order").isEmpty();

        assertThat(solo.acknowledge(SQ_PSN)).isEmpty();

        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 " + status, "3 WR_FLUSH_ERR");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
    }

    @Test
    void shouldRefuseAnUnknownKey() {
        expectFailure(
                new SendWr().opcode(WrOpcode.RDMA_WRITE).addSge(solo.address(), 8, 0xbad),
                "LOC_PROT_ERR");
    }

    @Test
    void shouldRefuseTheRemoteKeyAsLocalKey() {
        expectFailure(
                new SendWr().opcode(WrOpcode.RDMA_WRITE).addSge(solo.address(), 8, solo.rkey()),
                "LOC_PROT_ERR");
    }

    @Test
    void shouldRefuseARangeOutsideTheRegion() {
        expectFailure(
                new SendWr()
                        .opcode(WrOpcode.SEND)
                        .addSge(solo.address(), 8, solo.host.region.lkey())
                        .addSge(
                                solo.address() + solo.host.region.length() - 7,
                                8,
                                solo.host.region.lkey()),
                "LOC_PROT_ERR");
    }

    @Test
    void shouldRefuseMemoryOfAnotherDomain() {
        Region other =
                solo.host
                        .shard
                        .regions()
                        .register(
                                solo.host.memory, solo.address(), Host.ALL_ACCESS, Host.DOMAIN + 1);

        expectFailure(
                new SendWr().opcode(WrOpcode.SEND).addSge(other.address(), 8, other.lkey()),
                "LOC_PROT_ERR");
    }

    @ParameterizedTest
    @EnumSource(names = {"RDMA_READ", "ATOMIC_CMP_AND_SWP", "ATOMIC_FETCH_AND_ADD"})
    void shouldRefuseToFetchIntoMemoryThatMayNotBeWritten(WrOpcode opcode) {
        Region readOnly = readOnly();

        expectFailure(
                new SendWr().opcode(opcode).addSge(readOnly.address(), 8, readOnly.lkey()),
                "LOC_PROT_ERR");
    }

    @Test
    void shouldSendFromMemoryThatMayNotBeWritten() {
        Region readOnly = readOnly();

        assertThat(
                        solo.post(
                                new SendWr()
                                        .opcode(WrOpcode.SEND)
                                        .addSge(readOnly.address(), 8, readOnly.lkey())))
                .hasSize(1);
    }

    private Region readOnly() {
        return solo.host
                .shard
                .regions()
                .register(solo.host.memory, solo.address(), AccessFlags.REMOTE_READ, Host.DOMAIN);
    }

    @ParameterizedTest
    @CsvSource({
        "ATOMIC_CMP_AND_SWP, 7",
        "ATOMIC_CMP_AND_SWP, 9",
        "ATOMIC_FETCH_AND_ADD, 0",
        "ATOMIC_FETCH_AND_ADD, 16"
    })
    void shouldRefuseAnAtomicOperationThatHasNotEightBytes(WrOpcode opcode, int bytes) {
        expectFailure(solo.request(2, opcode, bytes), "LOC_LEN_ERR");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL_INV", "BIND_MW", "TSO", "FLUSH", "ATOMIC_WRITE", "DRIVER1"})
    void shouldRefuseWhatItCanNotDo(WrOpcode opcode) {
        expectFailure(new SendWr().opcode(opcode), "LOC_QP_OP_ERR");
    }

    @ParameterizedTest
    @EnumSource(names = {"SEND", "RDMA_WRITE", "RDMA_READ"})
    void shouldRefuseAMessageBeyondTheMaximum(WrOpcode opcode) {
        Solo large = withLargeMemory();

        SendWr wr =
                large.request(1, opcode, MAX_MESSAGE)
                        .addSge(large.address() + MAX_MESSAGE, 1, large.host.region.lkey());

        assertThat(large.post(wr)).isEmpty();
        assertThat(large.sent()).containsExactly("1 LOC_LEN_ERR");
    }

    /** Half a million packets, with a window that takes them in parts. */
    @ParameterizedTest
    @EnumSource(names = {"SEND", "RDMA_WRITE"})
    void shouldCarryAMessageOfTheMaximum(WrOpcode opcode) {
        Solo large = withLargeMemory();
        large.host.post(large.request(1, opcode, MAX_MESSAGE));

        long packets = 0;
        int lastPsn = SQ_PSN;
        while (large.host.sendCompletions.size() == 0) {
            int sent = large.turnByCounting();
            assertThat(sent).isPositive();
            packets += sent;
            lastPsn = (lastPsn + sent) & 0xffffff;
            large.deliver(HandMade.ack((lastPsn - 1) & 0xffffff, 0x1f, 0));
        }

        assertThat(packets).isEqualTo(MAX_MESSAGE / 4096);
        assertThat(large.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldAskForAReadOfTheMaximumInParts() {
        Solo large = withLargeMemory();

        var requests = large.post(1, WrOpcode.RDMA_READ, MAX_MESSAGE);

        assertThat(requests).hasSize(4);
        assertThat(requests)
                .extracting(request -> request.headers.dmaLength())
                .containsOnly((long) LARGE_WINDOW / 4 * 4096);
    }

    /** Returns a queue pair over a sparse file: payload goes by reference and is never touched. */
    private Solo withLargeMemory() {
        MemorySegment memory;
        Path file = directory.resolve("sparse");
        try (FileChannel channel = FileChannel.open(file, CREATE_NEW, READ, WRITE)) {
            memory =
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, MAX_MESSAGE + 1, Arena.ofAuto());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        EngineConfig config = EngineConfig.builder().maxInFlightPackets(LARGE_WINDOW).build();
        Host host = new Host("large", config, memory, 1, true, PayloadMover.BY_REFERENCE);
        return new Solo(host).connect(Solo.attr().pathMtu(Mtu.MTU_4096));
    }
}
