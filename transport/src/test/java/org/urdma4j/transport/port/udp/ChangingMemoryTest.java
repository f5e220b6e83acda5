package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Memory that changes while it is sent, or sent again, against the rules: the bytes that arrive are
 * the application's own fault, and the connection lives.
 */
@Timeout(120)
class ChangingMemoryTest {
    /** 134 ms: a packet that fails its ICRC at the end of a message costs as much. */
    private static final int ACK_TIMEOUT = 15;

    private static final int ROUNDS = 6;
    private static final int BYTES = 512 << 10;

    /** What is agreed on. */
    enum Agreed {
        STANDARD,
        URDMA,
        RELAXED,
        FEC;

        QpAttr options() {
            QpAttr attr = new QpAttr().timeout(ACK_TIMEOUT);
            if (this == STANDARD) {
                return attr;
            }
            UrdmaOffer.Builder offer = UrdmaOffer.builder().payloadBytes(8900);
            offer.relaxedOrder(this == RELAXED);
            if (this == FEC) {
                offer.fec(8);
                attr.urdmaTuning(UrdmaTuning.builder().fec("8,2").build());
            }
            return attr.urdmaOffer(offer.build()).urdmaPeerOffer(offer.build());
        }
    }

    private static void whileChanging(MemorySegment memory, Body body) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread writer =
                Thread.ofPlatform()
                        .start(() -> {
                            for (byte i = 0; !over.get(); i++) {
                                memory.fill(i);
                            }
                        });
        try {
            body.run();
        } finally {
            over.set(true);
            writer.join();
        }
    }

    /** What happens meanwhile. */
    private interface Body {
        void run() throws Exception;
    }

    @ParameterizedTest
    @CsvSource({
        "EPOLL_IPV4, STANDARD, RDMA_WRITE",
        "EPOLL_IPV4, STANDARD, SEND",
        "EPOLL_IPV4, STANDARD, RDMA_READ",
        "EPOLL_IPV4, URDMA, RDMA_WRITE",
        "EPOLL_IPV4, URDMA, SEND",
        "EPOLL_IPV4, URDMA, RDMA_READ",
        "EPOLL_IPV4, RELAXED, RDMA_READ",
        "EPOLL_IPV4, FEC, RDMA_WRITE",
        "EPOLL_IPV4, FEC, RDMA_READ",
        "NIO_IPV4, STANDARD, RDMA_WRITE",
        "NIO_IPV4, STANDARD, RDMA_READ",
        "NIO_IPV4, URDMA, SEND"
    })
    void shouldLive(Sockets sockets, Agreed agreed, WrOpcode opcode) throws Exception {
        UdpPortConfig config = sockets.config();
        try (BackendEnd a = new BackendEnd(UdpPort.open(config));
                BackendEnd b = new BackendEnd(UdpPort.open(sockets.peerOf(config)))) {
            BackendEnd.connect(a, b, agreed.options());
            MemorySegment source = (opcode == WrOpcode.RDMA_READ ? b : a).memory();
            whileChanging(
                    source.asSlice(0, BYTES),
                    () -> {
                        for (int i = 0; i < ROUNDS; i++) {
                            b.receive(i, 0, BYTES);
                            a.post(a.request(opcode, b, 0, BYTES));
                            assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
                        }
                    });
            assertThat(a.qp.state()).isEqualTo(QpState.RTS);
            assertThat(b.qp.state()).isEqualTo(QpState.RTS);
        }
    }
}
