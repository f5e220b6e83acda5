package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.ReregFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory regions: their addresses, and what registering anew changes. */
interface MemoryCases extends Cases {
    int WRITABLE = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE;

    private SendWr write(long address, int key) {
        return pair().a.request(WrOpcode.RDMA_WRITE, pair().b, 0, 100).rdma(address, key);
    }

    @Test
    default void shouldNameMemoryByAnyAddress() throws InterruptedException {
        MemorySegment memory = Arena.ofAuto().allocate(200, 8);
        long iova = 0xffff_8000_1234_5000L;
        MemoryRegion region = Cases.supported(() -> pair().b.domain.regMr(memory, iova, WRITABLE));
        QueuePair[] both = pair().connected();
        End.post(both[0], write(iova + 100, region.rkey()));
        pair().a.awaitSuccess(WcOpcode.RDMA_WRITE);

        assertThat(region.addr()).isEqualTo(iova);
        assertThat(memory.asSlice(100, 100).mismatch(pair().a.memory().asSlice(0, 100)))
                .isEqualTo(-1);
        End.post(both[0], write(iova + 101, region.rkey()));
        pair().a.await(WcStatus.REM_ACCESS_ERR);
        assertThatThrownBy(() -> pair().b.domain.regMr(memory, -100, WRITABLE))
                .isInstanceOf(VerbsException.class);
    }

    @Test
    default void shouldCountFromZeroIfAsked() throws InterruptedException {
        MemorySegment memory = Arena.ofAuto().allocate(200, 8);
        MemoryRegion region =
                Cases.supported(
                        () -> pair().b.domain.regMr(memory, WRITABLE | AccessFlags.ZERO_BASED));
        QueuePair[] both = pair().connected();
        End.post(both[0], write(100, region.rkey()));
        pair().a.awaitSuccess(WcOpcode.RDMA_WRITE);

        assertThat(memory.asSlice(100, 100).mismatch(pair().a.memory().asSlice(0, 100)))
                .isEqualTo(-1);
    }

    @Test
    default void shouldReregisterMemoryRightsAndDomain() throws InterruptedException {
        MemorySegment first = Arena.ofAuto().allocate(100, 8);
        MemorySegment second = Arena.ofAuto().allocate(100, 8);
        MemoryRegion region = pair().b.domain.regMr(first, AccessFlags.LOCAL_WRITE);
        Cases.supported(() -> {
            region.rereg(ReregFlags.CHANGE_ACCESS, null, null, WRITABLE);
            return region;
        });
        QueuePair[] both = pair().connected();
        End.post(both[0], write(region.addr(), region.rkey()));
        pair().a.awaitSuccess(WcOpcode.RDMA_WRITE);
        region.rereg(ReregFlags.CHANGE_TRANSLATION, null, second, 0);
        first.fill((byte) 0);
        End.post(both[0], write(region.addr(), region.rkey()));
        pair().a.awaitSuccess(WcOpcode.RDMA_WRITE);
        assertThat(second.mismatch(pair().a.memory().asSlice(0, 100))).isEqualTo(-1);
        assertThat(region.segment().address()).isEqualTo(second.address());
        assertThat(first.get(java.lang.foreign.ValueLayout.JAVA_LONG, 0)).isZero();

        ProtectionDomain other = pair().b.context.allocPd();
        region.rereg(ReregFlags.CHANGE_PD, other, null, 0);
        assertThat(region.protectionDomain()).isSameAs(other);
        End.post(both[0], write(region.addr(), region.rkey()));
        pair().a.await(WcStatus.REM_ACCESS_ERR);
        assertThatThrownBy(() -> region.rereg(8, null, null, 0)).isInstanceOf(VerbsException.class);
        other.close();
        assertThatThrownBy(() -> region.rereg(ReregFlags.CHANGE_ACCESS, null, null, 0))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    default void shouldRefuseAtomicsAtAnOddAddressLater() throws InterruptedException {
        MemorySegment memory = Arena.ofAuto().allocate(200, 8);
        int atomics = WRITABLE | AccessFlags.REMOTE_ATOMIC;
        MemoryRegion region =
                Cases.supported(() -> pair().b.domain.regMr(memory, 0x1004, WRITABLE));
        assertThatThrownBy(() -> region.rereg(ReregFlags.CHANGE_ACCESS, null, null, atomics))
                .isInstanceOf(VerbsException.class);
        MemoryRegion odd = pair().b.domain.regMr(memory.asSlice(4, 32), WRITABLE);
        assertThatThrownBy(() -> odd.rereg(ReregFlags.CHANGE_ACCESS, null, null, atomics))
                .isInstanceOf(VerbsException.class);
        QueuePair[] both = pair().connected();
        End.post(both[0], write(region.addr(), region.rkey()));
        pair().a.awaitSuccess(WcOpcode.RDMA_WRITE);
    }
}
