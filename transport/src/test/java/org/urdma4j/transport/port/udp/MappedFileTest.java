package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.MappedFile;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A mapped file that is truncated while it is registered, or has no room to grow, over real sockets
 * and with compiled code: the queue pairs that use it end at once, others go on.
 */
@Timeout(120)
class MappedFileTest {
    private static final int FILE = 1 << 20;

    /** Enough for the way of the payload to be compiled. */
    private static final int WARM = 60;

    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;

    private final Arena arena = Arena.ofShared();
    private BackendEnd a;
    private BackendEnd b;

    private void with(boolean urdma, Body body) throws Exception {
        UdpPortConfig config = Sockets.EPOLL_IPV4.config();
        try (BackendEnd left = new BackendEnd(UdpPort.open(config));
                BackendEnd right =
                        new BackendEnd(UdpPort.open(Sockets.EPOLL_IPV4.peerOf(config)))) {
            a = left;
            b = right;
            UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(1024).build();
            QpAttr options = new QpAttr();
            if (urdma) {
                options.urdmaOffer(offer).urdmaPeerOffer(offer);
            }
            BackendEnd.connect(a, b, options);
            body.run();
        } finally {
            arena.close();
        }
    }

    /** What happens while both ends are open. */
    private interface Body {
        void run() throws Exception;
    }

    private static MemoryRegion register(BackendEnd end, MappedFile file) {
        return end.region.protectionDomain().regMr(file.memory(), ACCESS);
    }

    private static SendWr request(WrOpcode opcode, MemoryRegion own, MemoryRegion theirs) {
        return new SendWr()
                .opcode(opcode)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(theirs.addr(), theirs.rkey())
                .addSge(own.sge(0, FILE));
    }

    private WcStatus statusAfter(WrOpcode opcode, MemoryRegion own, MemoryRegion theirs)
            throws InterruptedException {
        if (opcode == WrOpcode.SEND) {
            RecvWr receive = new RecvWr().addSge(theirs.sge(0, FILE));
            assertThat(b.qp.postRecv(receive)).isNotNull();
        }
        a.post(request(opcode, own, theirs));
        WcStatus status = a.await().status();
        if (opcode == WrOpcode.SEND && status != WcStatus.LOC_PROT_ERR) {
            assertThat(b.await().status())
                    .isEqualTo(
                            status == WcStatus.SUCCESS ? WcStatus.SUCCESS : WcStatus.LOC_PROT_ERR);
        }
        return status;
    }

    @ParameterizedTest
    @CsvSource({
        // opcode, URDMA, whose file, status
        "RDMA_WRITE, false, true,  LOC_PROT_ERR",
        "RDMA_WRITE, true,  true,  LOC_PROT_ERR",
        "RDMA_WRITE, false, false, REM_OP_ERR",
        "RDMA_WRITE, true,  false, REM_OP_ERR",
        "SEND,       false, true,  LOC_PROT_ERR",
        "SEND,       true,  true,  LOC_PROT_ERR",
        "SEND,       false, false, REM_OP_ERR",
        "SEND,       true,  false, REM_OP_ERR",
        "RDMA_READ,  false, true,  LOC_PROT_ERR",
        "RDMA_READ,  true,  true,  LOC_PROT_ERR",
        "RDMA_READ,  false, false, REM_OP_ERR",
        "RDMA_READ,  true,  false, REM_OP_ERR",
    })
    void shouldFailAtOnce(WrOpcode opcode, boolean urdma, boolean ours, WcStatus expected)
            throws Exception {
        with(
                urdma,
                () -> {
                    MappedFile file = MappedFile.create(arena, FILE);
                    MemoryRegion mapped = register(ours ? a : b, file);
                    MemoryRegion own = ours ? mapped : a.region;
                    MemoryRegion theirs = ours ? b.region : mapped;
                    for (int i = 0; i < WARM; i++) {
                        assertThat(statusAfter(opcode, own, theirs)).isEqualTo(WcStatus.SUCCESS);
                    }
                    file.truncate(FILE / 2);
                    long start = System.nanoTime();
                    assertThat(statusAfter(opcode, own, theirs)).isEqualTo(expected);
                    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
                            .as("ms")
                            .isLessThan(2000);
                    assertThat(a.qp.query(QpAttrMask.STATE).qpState()).isEqualTo(QpState.ERR);
                    assertThat(a.count(Counter.DEFECTS)).isZero();
                    assertThat(b.count(Counter.DEFECTS)).isZero();
                });
    }

    @Test
    void shouldFailWhenTheDiskIsFull(@TempDir Path folder) throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "mounting takes root");
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder.toString()) == 0,
                "no tmpfs may be mounted here");
        try {
            with(
                    true,
                    () -> {
                        MappedFile file = MappedFile.create(folder.resolve("sparse"), arena, FILE);
                        MemoryRegion mapped = register(b, file);
                        assertThat(statusAfter(WrOpcode.RDMA_WRITE, a.region, mapped))
                                .isEqualTo(WcStatus.REM_OP_ERR);
                        assertThat(b.count(Counter.DEFECTS)).isZero();
                    });
        } finally {
            assertThat(run("umount", "-l", folder.toString())).isZero();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
