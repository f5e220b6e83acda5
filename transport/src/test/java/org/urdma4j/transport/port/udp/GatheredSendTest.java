package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** Payload goes out from where it lies: over real sockets, from memory of every kind. */
@Timeout(120)
class GatheredSendTest {
    private static final int BYTES = 1 << 20;
    private static final int LOCAL = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_READ;

    private BackendEnd a;
    private BackendEnd b;

    @BeforeEach
    void assumeEpoll() {
        Sockets.EPOLL_IPV4.assumeAvailable();
    }

    private void with(QpAttr options, Body body) throws Exception {
        UdpPortConfig config = Sockets.EPOLL_IPV4.config();
        try (BackendEnd left = new BackendEnd(UdpPort.open(config));
                BackendEnd right =
                        new BackendEnd(UdpPort.open(Sockets.EPOLL_IPV4.peerOf(config)))) {
            a = left;
            b = right;
            BackendEnd.connect(a, b, options);
            body.run();
        }
    }

    /** What happens while both ends are open. */
    private interface Body {
        void run() throws Exception;
    }

    private static QpAttr options(boolean urdma, boolean relaxed) {
        if (!urdma) {
            return new QpAttr();
        }
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(8928).relaxedOrder(relaxed).build();
        return new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer);
    }

    private MemoryRegion register(BackendEnd end, MemorySegment memory) {
        byte[] bytes = new byte[(int) memory.byteSize()];
        new Random(memory.byteSize()).nextBytes(bytes);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return end.region.protectionDomain().regMr(memory, LOCAL);
    }

    private SendWr write(MemoryRegion from, long offset, long bytes) {
        return new SendWr()
                .opcode(WrOpcode.RDMA_WRITE)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(b.region.addr(), b.region.rkey())
                .addSge(from.sge(offset, bytes));
    }

    @ParameterizedTest
    @CsvSource({"false, HEAP", "false, SHARED", "true, HEAP", "true, SHARED"})
    void shouldSendFromEveryMemory(boolean urdma, String kind) throws Exception {
        try (Arena arena = Arena.ofShared()) {
            with(
                    options(urdma, false),
                    () -> {
                        MemoryRegion from =
                                register(
                                        a,
                                        kind.equals("HEAP")
                                                ? MemorySegment.ofArray(new byte[BYTES])
                                                : arena.allocate(BYTES));
                        a.post(write(from, 3, BYTES - 8));
                        assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
                        MemorySegment sent = from.segment().asSlice(3, BYTES - 8);
                        assertThat(b.memory().asSlice(0, BYTES - 8).mismatch(sent)).isEqualTo(-1);
                        assertThat(b.count(Counter.DROPPED_ICRC)).isZero();
                    });
        }
    }

    /** Packets of two pieces, batches of more regions than one send takes. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void shouldSendFromManyRegions(boolean urdma) throws Exception {
        int part = 5_000;
        int messages = 60;
        with(
                options(urdma, false),
                () -> {
                    MemoryRegion[] from = new MemoryRegion[2 * messages];
                    for (int i = 0; i < from.length; i++) {
                        from[i] = register(a, Arena.ofAuto().allocate(part + i % 3));
                    }
                    for (int i = 0; i < messages; i++) {
                        a.post(
                                write(from[2 * i], 0, part)
                                        .rdma(b.region.addr() + 2L * i * part, b.region.rkey())
                                        .addSge(from[2 * i + 1].sge(0, part)));
                    }
                    for (int i = 0; i < messages; i++) {
                        assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
                    }
                    for (int i = 0; i < from.length; i++) {
                        MemorySegment sent = from[i].segment().asSlice(0, part);
                        assertThat(b.memory().asSlice((long) i * part, part).mismatch(sent))
                                .isEqualTo(-1);
                    }
                    assertThat(b.count(Counter.DROPPED_ICRC)).isZero();
                });
    }

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "true, true"})
    void shouldReadFromWhereItLies(boolean urdma, boolean relaxed) throws Exception {
        with(
                options(urdma, relaxed),
                () -> {
                    MemoryRegion from = register(b, Arena.ofAuto().allocate(BYTES));
                    a.post(
                            a.request(WrOpcode.RDMA_READ, b, 0, BYTES)
                                    .rdma(from.addr(), from.rkey()));
                    assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
                    assertThat(a.memory().asSlice(0, BYTES).mismatch(from.segment())).isEqualTo(-1);
                    assertThat(a.count(Counter.DROPPED_ICRC)).isZero();
                });
    }

    /** Against all rules, but of no harm to anybody: what is torn is sent again, as a copy. */
    @ParameterizedTest
    @CsvSource({"RDMA_WRITE, false", "RDMA_READ, false", "RDMA_READ, true"})
    void shouldStandAnApplicationThatWritesMeanwhile(WrOpcode opcode, boolean relaxed)
            throws Exception {
        with(
                options(true, relaxed),
                () -> {
                    MemorySegment source = (opcode == WrOpcode.RDMA_READ ? b : a).memory();
                    AtomicBoolean over = new AtomicBoolean();
                    Thread writer =
                            Thread.ofPlatform()
                                    .start(() -> {
                                        for (byte i = 0; !over.get(); i++) {
                                            source.fill(i);
                                        }
                                    });
                    try {
                        for (int i = 0; i < 20; i++) {
                            a.post(a.request(opcode, b, 0, BackendEnd.MEMORY));
                            assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
                        }
                    } finally {
                        over.set(true);
                        writer.join();
                    }
                });
    }

    /** At any moment: in the middle of a packet, of a checksum, of a call of the kernel. */
    @RepeatedTest(20)
    void shouldFailWhenTheArenaIsClosed() throws Exception {
        Arena arena = Arena.ofShared();
        with(
                options(true, false),
                () -> {
                    MemoryRegion from = register(a, arena.allocate(16L * BYTES));
                    for (int i = 0; i < 4; i++) {
                        a.post(write(from, 0, BackendEnd.MEMORY));
                    }
                    boolean closed = false;
                    while (!closed) {
                        try {
                            arena.close();
                            closed = true;
                        } catch (IllegalStateException e) {
                            Thread.onSpinWait(); // it is being sent from
                        }
                    }
                    WcStatus last = WcStatus.SUCCESS;
                    for (int i = 0; i < 4; i++) {
                        last = a.await().status();
                    }
                    assertThat(last)
                            .isIn(WcStatus.SUCCESS, WcStatus.LOC_PROT_ERR, WcStatus.WR_FLUSH_ERR);
                });
    }

    @Test
    void shouldLetTheApplicationHaveItsMemoryWhenAllIsDone() throws Exception {
        with(
                options(true, false),
                () -> {
                    for (int i = 0; i < 50; i++) {
                        Arena arena = Arena.ofShared();
                        MemoryRegion from = register(a, arena.allocate(100_000));
                        a.post(write(from, 0, 100_000));
                        assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
                        from.close();
                        arena.close();
                    }
                });
    }
}
