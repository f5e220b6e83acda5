package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

class WorkRequestTest {
    private static final AddressHandle AH =
            new AddressHandle() {
                @Override
                public ProtectionDomain protectionDomain() {
                    throw new UnsupportedOperationException("this handle has no domain");
                }

                @Override
                public void close() {}

                @Override
                public String toString() {
                    return "AH";
                }
            };

    private final MemorySegment text =
            MemorySegment.ofArray("hello".getBytes(StandardCharsets.UTF_8));

    @Test
    void shouldBeginAsAnUnsignaledEmptySend() {
        SendWr wr = new SendWr();

        assertThat(wr.opcode()).isSameAs(WrOpcode.SEND);
        assertThat(wr.sendFlags()).isZero();
        assertThat(wr.numSge()).isZero();
        assertThat(wr.totalLength()).isZero();
        assertThat(wr.inlineData()).isNull();
    }

    @Test
    void shouldKeepWhatWasSetUntilReset() {
        String fresh = new SendWr().toString();
        SendWr wr =
                new SendWr()
                        .wrId(-1)
                        .opcode(WrOpcode.ATOMIC_CMP_AND_SWP)
                        .sendFlags(SendFlags.FENCE | SendFlags.SIGNALED)
                        .immData(0xcafe)
                        .invalidateRkey(0xbeef)
                        .atomic(0x1234_5678_9abcL, 0xf00d, 41, 42)
                        .ud(AH, 0xff_ffff, 0x1111_1111)
                        .inlineData(text)
                        .addSge(0x4000, 8, 0x77);

        assertThat(wr.wrId()).isEqualTo(-1);
        assertThat(wr.opcode()).isSameAs(WrOpcode.ATOMIC_CMP_AND_SWP);
        assertThat(wr.sendFlags()).isEqualTo(1 | 2 | 8);
        assertThat(wr.immData()).isEqualTo(0xcafe);
        assertThat(wr.invalidateRkey()).isEqualTo(0xbeef);
        assertThat(wr.remoteAddr()).isEqualTo(0x1234_5678_9abcL);
        assertThat(wr.rkey()).isEqualTo(0xf00d);
        assertThat(wr.compareAdd()).isEqualTo(41);
        assertThat(wr.swap()).isEqualTo(42);
        assertThat(wr.ah()).isSameAs(AH);
        assertThat(wr.remoteQpn()).isEqualTo(0xff_ffff);
        assertThat(wr.remoteQkey()).isEqualTo(0x1111_1111);
        assertThat(wr.inlineData()).isSameAs(text);
        assertThat(wr.numSge()).isEqualTo(1);

        assertThat(wr.reset()).hasToString(fresh);
        assertThat(wr.ah()).isNull();
    }

    @Test
    void shouldFlagInlineDataByItself() {
        SendWr wr = new SendWr().inlineData(text).sendFlags(SendFlags.SIGNALED);

        assertThat(wr.sendFlags()).isEqualTo(SendFlags.SIGNALED | SendFlags.INLINE);
        assertThat(wr.totalLength()).isEqualTo(5);
        assertThat(wr.inlineData(null).sendFlags()).isEqualTo(SendFlags.SIGNALED);
    }

    @Test
    void shouldHoldLongListsAndBeReusable() {
        SendWr send = new SendWr();
        RecvWr recv = new RecvWr().wrId(9);
        for (int round = 1; round <= 2; round++) {
            send.clearSges();
            recv.clearSges();
            for (int i = 0; i < 100; i++) {
                send.addSge(1000L * i, (long) i * round, -i);
                recv.addSge(new Sge(1000L * i, (long) i * round, -i));
            }
            assertThat(send.numSge()).isEqualTo(100);
            assertThat(recv.numSge()).isEqualTo(100);
            assertThat(send.totalLength()).isEqualTo(4950L * round);
            assertThat(recv.totalLength()).isEqualTo(4950L * round);
            assertThat(send.sgeAddr(99)).isEqualTo(99_000).isEqualTo(recv.sgeAddr(99));
            assertThat(send.sgeLength(99)).isEqualTo(99L * round).isEqualTo(recv.sgeLength(99));
            assertThat(send.sgeLkey(99)).isEqualTo(-99).isEqualTo(recv.sgeLkey(99));
        }
        assertThat(recv.wrId()).isEqualTo(9);
        assertThat(recv.reset()).hasToString(new RecvWr().toString());
    }

    @Test
    void shouldRefuseAnEntryThatIsNotThere() {
        RecvWr wr = new RecvWr().addSge(0, 1, 2).clearSges();

        assertThatThrownBy(() -> wr.sgeAddr(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldTakeEntriesUpToTheLongestMessage() {
        long most = 1L << 31;

        assertThat(new Sge(0, most, 0).length()).isEqualTo(most);
        assertThat(new SendWr().addSge(0, most, 0).addSge(0, most, 0).totalLength())
                .isEqualTo(2 * most);
        assertThatThrownBy(() -> new Sge(0, most + 1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2147483649");
        assertThatThrownBy(() -> new SendWr().addSge(0, -1, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RecvWr().addSge(0, most + 1, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldAddressARegionByOffset() {
        MemoryRegion region = new FakeRegion(0x7f00_0000_0000L, 3L << 30, 0xabcd, 0);
        Sge sge = region.sge(2L << 30, 1L << 30);

        assertThat(sge).isEqualTo(new Sge(0x7f00_8000_0000L, 1L << 30, 0xabcd));
        assertThat(new SendWr().addSge(region, 2L << 30, 1L << 30).toString())
                .isEqualTo(new SendWr().addSge(sge).toString());
        assertThat(new RecvWr().addSge(region, 2L << 30, 1L << 30).toString())
                .isEqualTo(new RecvWr().addSge(sge).toString());
        assertThatThrownBy(() -> region.sge(2L << 30, (1L << 30) + 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new SendWr().addSge(region, -1, 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new RecvWr().addSge(region, 0, (3L << 30) + 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldRefuseAQueuePairNumberBeyond24Bits() {
        assertThatThrownBy(() -> new SendWr().ud(AH, 0x100_0000, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("remoteQpn");
    }
}
