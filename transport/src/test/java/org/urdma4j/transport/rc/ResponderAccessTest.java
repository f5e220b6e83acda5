package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Remote memory: key, range, rights and domain (IBTA 1.4 §9.7.4.1.5); what is wrong is NAK 0x62.
 */
class ResponderAccessTest {
    private static final long BYTES = 4096;
    private static final int NONE = 0;
    private static final long PATTERN = 0x1122334455667788L;

    private final Solo solo = Solo.connected();
    private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 8);

    /** An operation of eight bytes on remote memory. */
    enum Operation {
        WRITE(AccessFlags.REMOTE_WRITE),
        READ(AccessFlags.REMOTE_READ),
        FETCH_ADD(AccessFlags.REMOTE_ATOMIC),
        COMPARE_SWAP(AccessFlags.REMOTE_ATOMIC);

        final int right;

        Operation(int right) {
            this.right = right;
        }

        HandMade on(long address, int rkey) {
            return switch (this) {
                case WRITE ->
                        packet(Opcode.RC_RDMA_WRITE_ONLY, RQ_PSN).reth(address, rkey, 8).payload(8);
                case READ -> packet(Opcode.RC_RDMA_READ_REQUEST, RQ_PSN).reth(address, rkey, 8);
                case FETCH_ADD -> packet(Opcode.RC_FETCH_ADD, RQ_PSN).atomic(address, rkey, 1, 0);
                case COMPARE_SWAP ->
                        packet(Opcode.RC_COMPARE_SWAP, RQ_PSN).atomic(address, rkey, 1, PATTERN);
            };
        }
    }

    /** What is wrong with the memory: it tells address and key to use. */
    interface Fault extends Function<ResponderAccessTest, Target> {}

    record Target(long address, int rkey) {}

    @BeforeEach
    void fill() {
        for (long i = 0; i < BYTES; i += Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG, i, PATTERN);
        }
    }

    private Region region(int access, int domain) {
        return solo.host.shard.regions().register(memory, memory.address(), access, domain);
    }

    private Region region() {
        return region(Host.ALL_ACCESS, Host.DOMAIN);
    }

    private static Target target(Region region, long offset) {
        return new Target(region.address() + offset, region.rkey());
    }

    static Stream<Named<Fault>> faults() {
        return Stream.of(
                Named.of("unknown key", t -> new Target(t.memory.address(), 0x12345)),
                Named.of("key 0", t -> new Target(t.memory.address(), 0)),
                Named.of("local key", t -> new Target(t.memory.address(), t.region().lkey())),
                Named.of("begins before", t -> target(t.region(), -8)),
                Named.of("begins at the end", t -> target(t.region(), BYTES)),
                Named.of("begins far behind", t -> target(t.region(), 1L << 40)),
                Named.of("begins at 0", t -> new Target(0, t.region().rkey())),
                Named.of("wraps around 2^64", t -> new Target(-8, t.region().rkey())),
                Named.of(
                        "begins half the address space away",
                        t -> new Target(t.memory.address() + Long.MIN_VALUE, t.region().rkey())),
                Named.of(
                        "other domain", t -> target(t.region(Host.ALL_ACCESS, Host.DOMAIN + 1), 0)),
                Named.of(
                        "invalidated",
                        t -> {
                            Region region = t.region();
                            t.solo.host.shard.regions().invalidate(region.rkey(), Host.DOMAIN, 0);
                            return target(region, 0);
                        }),
                Named.of(
                        "deregistered",
                        t -> {
                            Region region = t.region();
                            t.solo.host.shard.regions().deregister(region);
                            return target(region, 0);
                        }));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldRefuseEveryOperationOn(Fault fault) {
        for (Operation operation : Operation.values()) {
            ResponderAccessTest each = new ResponderAccessTest();
            each.fill();
            Target target = fault.apply(each);

            each.expectRefusal(operation.on(target.address(), target.rkey()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatTheRegionDoesNotAllow(Operation operation) {
        Region region = region(Host.ALL_ACCESS & ~operation.right, Host.DOMAIN);

        expectRefusal(operation.on(region.address(), region.rkey()));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllowWhatTheRegionAllowsUpToItsLastByte(Operation operation) {
        Region region = region(operation.right | AccessFlags.LOCAL_WRITE, Host.DOMAIN);

        solo.receive(operation.on(region.address() + BYTES - 8, region.rkey()));

        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        boolean changes = operation != Operation.READ;
        assertThat(memory.get(ValueLayout.JAVA_LONG, BYTES - 8) == PATTERN).isEqualTo(!changes);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatTheQueuePairDoesNotAllow(Operation operation) {
        Solo strict =
                new Solo().connect(Solo.attr().qpAccessFlags(Host.ALL_ACCESS & ~operation.right));

        assertThat(brief(strict.receive(operation.on(strict.address(), strict.rkey()))))
                .containsExactly("NAK61 100");
        assertThat(strict.host.qp.state()).isEqualTo(QpState.ERR);
    }

    @Test
    void shouldRefuseARangeThatEndsOneByteBehind() {
        Region region = region();

        expectRefusal(
                packet(Opcode.RC_RDMA_WRITE_ONLY, RQ_PSN)
                        .reth(region.address() + BYTES - 7, region.rkey(), 8)
                        .payload(8));
    }

    @Test
    void shouldRefuseAtTheFirstPacketAWriteWhoseLastWouldNotFit() {
        Region region = region();

        expectRefusal(
                packet(Opcode.RC_RDMA_WRITE_FIRST, RQ_PSN)
                        .reth(region.address(), region.rkey(), BYTES + 1)
                        .payload(MTU));
    }

    private void expectRefusal(HandMade request) {
        solo.host.post(new RecvWr().wrId(9));

        assertThat(brief(solo.receive(request))).containsExactly("NAK62 100");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).containsExactly(EventType.QP_ACCESS_ERR);
        assertThat(solo.received()).containsExactly("9 WR_FLUSH_ERR");
        for (long i = 0; i < BYTES; i += Long.BYTES) {
            assertThat(memory.get(ValueLayout.JAVA_LONG, i)).isEqualTo(PATTERN);
        }
    }

    @Test
    void shouldNotLookAtTheKeyOfARequestOfNoBytes() {
        assertThat(
                        brief(
                                solo.receive(
                                        packet(Opcode.RC_RDMA_WRITE_ONLY, RQ_PSN).reth(0, 1, 0),
                                        packet(Opcode.RC_RDMA_READ_REQUEST, RQ_PSN + 1)
                                                .reth(0, 1, 0))))
                .containsExactly("ACK 100", "READ_RESPONSE_ONLY 101");
    }

    @Test
    void shouldInvalidateAKeyAndTellTheReceiver() {
        Region region = region();
        solo.host.post(new RecvWr().wrId(3));
        solo.receive(packet(Opcode.RC_SEND_ONLY_WITH_INVALIDATE, RQ_PSN).invalidate(region.rkey()));

        assertThat(solo.host.received())
                .singleElement()
                .satisfies(completion -> {
                    assertThat(completion.invalidatedRkey()).isEqualTo(region.rkey());
                    assertThat(completion.wcFlags()).isEqualTo(org.urdma4j.verbs.WcFlags.WITH_INV);
                });
        assertThat(
                        brief(
                                solo.receive(
                                        packet(Opcode.RC_RDMA_READ_REQUEST, RQ_PSN + 1)
                                                .reth(region.address(), region.rkey(), 8))))
                .containsExactly("NAK62 101");
    }

    @Test
    void shouldRefuseToInvalidateAnUnknownKey() {
        solo.host.post(new RecvWr().wrId(3));

        assertThat(
                        brief(
                                solo.receive(
                                        packet(Opcode.RC_SEND_ONLY_WITH_INVALIDATE, RQ_PSN)
                                                .invalidate(NONE))))
                .containsExactly("NAK62 100");
        assertThat(solo.received()).containsExactly("3 WR_FLUSH_ERR");
    }
}
