package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.MemoryWindow;
import org.urdma4j.verbs.MwBind;
import org.urdma4j.verbs.MwBindInfo;
import org.urdma4j.verbs.MwType;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;

/** Memory windows of both types, and the invalidation of keys (IBTA 10.6.5 to 10.6.7). */
interface WindowCases extends Cases {
    int REMOTE = AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_READ | AccessFlags.REMOTE_ATOMIC;

    /** A region of b that allows no remote access but through windows, and queue pairs over it. */
    final class Windowed {
        final Pair pair;
        final QueuePair a;
        final QueuePair b;
        final MemoryRegion region;

        Windowed(Pair pair) {
            this.pair = pair;
            QueuePair[] both = pair.connected();
            a = both[0];
            b = both[1];
            int access = AccessFlags.LOCAL_WRITE | AccessFlags.MW_BIND;
            region =
                    Cases.supported(
                            () -> pair.b.domain.regMr(Arena.ofAuto().allocate(1000, 64), access));
        }

        MemoryWindow window(MwType type) {
            return Cases.supported(() -> pair.b.domain.allocMw(type));
        }

        MwBindInfo part(long offset, long length, int access) {
            return new MwBindInfo(region, region.addr() + offset, length, access);
        }

        SendWr bind(MemoryWindow window, MwBindInfo info) {
            int key = MemoryWindow.incRkey(window.rkey());
            return new SendWr()
                    .opcode(WrOpcode.BIND_MW)
                    .sendFlags(SendFlags.SIGNALED)
                    .bindMw(window, key, info);
        }

        void bound(MemoryWindow window, MwBindInfo info) throws InterruptedException {
            SendWr bind = bind(window, info);
            End.post(b, bind);
            pair.b.awaitSuccess(WcOpcode.BIND_MW);
            assertThat(window.rkey()).isEqualTo(bind.rkey());
        }

        static SendWr invalidate(int key) {
            return new SendWr()
                    .opcode(WrOpcode.LOCAL_INV)
                    .sendFlags(SendFlags.SIGNALED)
                    .invalidateRkey(key);
        }

        SendWr write(int key, long address, long bytes) {
            return pair.a.request(WrOpcode.RDMA_WRITE, pair.b, 0, bytes).rdma(address, key);
        }

        void writes(QueuePair through, int key, long address, long bytes)
                throws InterruptedException {
            End.post(through, write(key, address, bytes));
            pair.a.awaitSuccess(WcOpcode.RDMA_WRITE);
        }

        void refused(QueuePair through, int key, long address, long bytes)
                throws InterruptedException {
            End.post(through, write(key, address, bytes));
            pair.a.await(WcStatus.REM_ACCESS_ERR);
        }
    }

    @Test
    default void shouldOpenAPartOfARegionThroughAWindowOfTypeOne() throws InterruptedException {
        Windowed t = new Windowed(pair());
        MemoryWindow window = t.window(MwType.TYPE_1);
        int first = window.rkey();
        MwBindInfo info = t.part(100, 200, REMOTE);
        PostStatus posted = t.b.bindMw(window, new MwBind(5, SendFlags.SIGNALED, info));

        assertThat(posted).isEqualTo(PostStatus.OK);
        assertThat(pair().b.awaitSuccess(WcOpcode.BIND_MW).wrId()).isEqualTo(5);
        assertThat(window.rkey()).isNotEqualTo(first);
        t.writes(t.a, window.rkey(), t.region.addr() + 100, 200);
        assertThat(t.region.segment().asSlice(100, 200).mismatch(pair().a.memory().asSlice(0, 200)))
                .isEqualTo(-1);
        QueuePair[] others = pair().connected();
        t.writes(others[0], window.rkey(), t.region.addr() + 150, 50);
        t.refused(t.a, window.rkey(), t.region.addr() + 99, 1);
        t.refused(others[0], window.rkey(), t.region.addr() + 299, 2);
    }

    @Test
    default void shouldCloseTheOldPartWhenAWindowOfTypeOneIsBoundAnewOrToNothing()
            throws InterruptedException {
        Windowed t = new Windowed(pair());
        MemoryWindow window = t.window(MwType.TYPE_1);
        t.b.bindMw(window, new MwBind(1, 0, t.part(0, 100, REMOTE)));
        int first = window.rkey();
        t.b.bindMw(window, new MwBind(2, SendFlags.SIGNALED, t.part(200, 100, REMOTE)));
        pair().b.awaitSuccess(WcOpcode.BIND_MW);
        t.writes(t.a, window.rkey(), t.region.addr() + 200, 100);
        t.refused(t.a, first, t.region.addr(), 1);

        QueuePair[] others = pair().connected();
        int second = window.rkey();
        MwBindInfo nothing = new MwBindInfo(null, 0, 0, 0);
        others[1].bindMw(window, new MwBind(3, SendFlags.SIGNALED, nothing));
        pair().b.awaitSuccess(WcOpcode.BIND_MW);
        t.refused(others[0], second, t.region.addr() + 200, 1);
    }

    @Test
    default void shouldOpenAWindowOfTypeTwoToOneQueuePairUnderTheChosenKey()
            throws InterruptedException {
        Windowed t = new Windowed(pair());
        QueuePair[] others = pair().connected();
        MemoryWindow window = t.window(MwType.TYPE_2);
        t.bound(window, t.part(8, 64, REMOTE));
        t.writes(t.a, window.rkey(), t.region.addr() + 8, 64);
        SendWr add = pair().a.request(WrOpcode.ATOMIC_FETCH_AND_ADD, pair().b, 0, 8);
        End.post(t.a, add.atomic(t.region.addr() + 16, window.rkey(), 1, 0));
        pair().a.awaitSuccess(WcOpcode.FETCH_ADD);
        SendWr read = pair().a.request(WrOpcode.RDMA_READ, pair().b, 0, 64);
        End.post(t.a, read.rdma(t.region.addr() + 8, window.rkey()));
        pair().a.awaitSuccess(WcOpcode.RDMA_READ);

        t.refused(others[0], window.rkey(), t.region.addr() + 8, 1);
        t.refused(t.a, MemoryWindow.incRkey(window.rkey()), t.region.addr() + 8, 1);
    }

    @Test
    default void shouldCountFromZeroInAWindowOfTypeTwoIfAsked() throws InterruptedException {
        Windowed t = new Windowed(pair());
        MemoryWindow window = t.window(MwType.TYPE_2);
        t.bound(window, t.part(300, 10, AccessFlags.REMOTE_WRITE | AccessFlags.ZERO_BASED));

        t.writes(t.a, window.rkey(), 3, 7);
        assertThat(t.region.segment().asSlice(303, 7).mismatch(pair().a.memory().asSlice(0, 7)))
                .isEqualTo(-1);
        t.refused(t.a, window.rkey(), 4, 7);
    }

    @Test
    default void shouldBindAWindowOfTypeTwoAgainOnlyOnceItWasInvalidated()
            throws InterruptedException {
        Windowed t = new Windowed(pair());
        MemoryWindow window = t.window(MwType.TYPE_2);
        t.bound(window, t.part(0, 10, REMOTE));
        int first = window.rkey();
        End.post(t.b, Windowed.invalidate(first));
        pair().b.awaitSuccess(WcOpcode.LOCAL_INV);
        t.bound(window, t.part(10, 10, REMOTE));
        t.writes(t.a, window.rkey(), t.region.addr() + 10, 10);
        SendWr again = t.bind(window, t.part(20, 10, REMOTE));
        End.post(t.b, again);
        pair().b.await(WcStatus.MW_BIND_ERR);
    }

    @Test
    default void shouldLetThePeerInvalidateAWindowOfTypeTwo() throws InterruptedException {
        Windowed t = new Windowed(pair());
        MemoryWindow window = t.window(MwType.TYPE_2);
        t.bound(window, t.part(0, 10, REMOTE));
        int key = window.rkey();
        End.post(t.b, pair().b.receive(7, 0, 10));
        End.post(t.a, t.write(key, t.region.addr(), 10));
        SendWr send = pair().a.request(WrOpcode.SEND_WITH_INV, pair().b, 0, 10);
        End.post(t.a, send.invalidateRkey(key));

        WorkCompletion received = pair().b.awaitSuccess(WcOpcode.RECV);
        assertThat(received.wcFlags()).isEqualTo(WcFlags.WITH_INV);
        assertThat(received.invalidatedRkey()).isEqualTo(key);
        pair().a.awaitSuccess(WcOpcode.RDMA_WRITE);
        pair().a.awaitSuccess(WcOpcode.SEND);
        t.bound(window, t.part(0, 10, REMOTE));
        t.writes(t.a, window.rkey(), t.region.addr(), 10);
        t.refused(t.a, key, t.region.addr(), 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "type 1", "other queue pair", "unbound", "region in use"})
    default void shouldRefuseToInvalidateWhatIsNotThePeers(String which)
            throws InterruptedException {
        Windowed t = new Windowed(pair());
        QueuePair[] others = pair().connected();
        MemoryWindow two = t.window(MwType.TYPE_2);
        int key;
        switch (which) {
            case "type 1" -> {
                MemoryWindow one = t.window(MwType.TYPE_1);
                MwBindInfo info = t.part(0, 10, REMOTE);
                t.b.bindMw(one, new MwBind(1, SendFlags.SIGNALED, info));
                pair().b.awaitSuccess(WcOpcode.BIND_MW);
                key = one.rkey();
            }
            case "other queue pair" -> {
                End.post(others[1], t.bind(two, t.part(0, 10, REMOTE)));
                pair().b.awaitSuccess(WcOpcode.BIND_MW);
                key = two.rkey();
            }
            case "region in use" -> {
                t.bound(two, t.part(0, 10, REMOTE));
                key = t.region.rkey();
            }
            case "unbound" -> key = two.rkey();
            default -> key = t.region.rkey() + 1;
        }
        End.post(t.b, pair().b.receive(7, 0, 10));
        SendWr send = pair().a.request(WrOpcode.SEND_WITH_INV, pair().b, 0, 10);
        End.post(t.a, send.invalidateRkey(key));

        pair().a.await(WcStatus.REM_ACCESS_ERR);
        pair().b.await(WcStatus.WR_FLUSH_ERR);
        if (!which.equals("other queue pair")) {
            End.post(others[1], Windowed.invalidate(key));
            pair().b.await(WcStatus.LOC_QP_OP_ERR);
        }
    }

    @Test
    default void shouldInvalidateARegionHereAndFromThere() throws InterruptedException {
        Windowed t = new Windowed(pair());
        MemoryRegion here = pair().b.domain.regMr(Arena.ofAuto().allocate(10), End.ACCESS & 7);
        MemoryRegion there = pair().b.domain.regMr(Arena.ofAuto().allocate(10), End.ACCESS & 7);
        t.writes(t.a, here.rkey(), here.addr(), 10);
        End.post(t.b, Windowed.invalidate(here.rkey()));
        pair().b.awaitSuccess(WcOpcode.LOCAL_INV);
        End.post(t.b, pair().b.receive(7, 0, 10));
        SendWr send = pair().a.request(WrOpcode.SEND_WITH_INV, pair().b, 0, 10);
        End.post(t.a, send.invalidateRkey(there.rkey()));
        assertThat(pair().b.awaitSuccess(WcOpcode.RECV).invalidatedRkey()).isEqualTo(there.rkey());
        pair().a.awaitSuccess(WcOpcode.SEND);

        QueuePair[] others = pair().connected();
        t.refused(others[0], here.rkey(), here.addr(), 10);
        t.refused(t.a, there.rkey(), there.addr(), 10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no MW_BIND",
                "out of range",
                "no LOCAL_WRITE",
                "other domain",
                "no length",
                "key of another window",
                "local right"
            })
    default void shouldNotBind(String what) throws InterruptedException {
        Windowed t = new Windowed(pair());
        End b = pair().b;
        MemoryWindow window = t.window(MwType.TYPE_2);
        MemoryRegion plain = b.domain.regMr(Arena.ofAuto().allocate(64), End.ACCESS);
        MemoryRegion readOnly = b.domain.regMr(Arena.ofAuto().allocate(64), AccessFlags.MW_BIND);
        MemoryRegion other =
                b.context
                        .allocPd()
                        .regMr(
                                Arena.ofAuto().allocate(64),
                                AccessFlags.LOCAL_WRITE | AccessFlags.MW_BIND);
        SendWr bind =
                switch (what) {
                    case "no MW_BIND" ->
                            t.bind(window, new MwBindInfo(plain, plain.addr(), 64, REMOTE));
                    case "out of range" -> t.bind(window, t.part(999, 2, REMOTE));
                    case "no LOCAL_WRITE" ->
                            t.bind(
                                    window,
                                    new MwBindInfo(
                                            readOnly,
                                            readOnly.addr(),
                                            64,
                                            AccessFlags.REMOTE_WRITE));
                    case "other domain" ->
                            t.bind(window, new MwBindInfo(other, other.addr(), 64, REMOTE));
                    case "no length" -> t.bind(window, t.part(0, 0, REMOTE));
                    case "local right" -> t.bind(window, t.part(0, 10, AccessFlags.LOCAL_WRITE));
                    default -> {
                        SendWr wrong = t.bind(window, t.part(0, 10, REMOTE));
                        yield wrong.bindMw(window, window.rkey() ^ 0x100, wrong.bindInfo());
                    }
                };
        int key = window.rkey();
        End.post(t.b, bind.wrId(1));
        End.post(t.b, b.request(WrOpcode.SEND, pair().a, 0, 10).wrId(2));

        assertThat(b.await(WcStatus.MW_BIND_ERR).wrId()).isEqualTo(1);
        assertThat(b.await(WcStatus.WR_FLUSH_ERR).wrId()).isEqualTo(2);
        assertThat(window.rkey()).isEqualTo(key);
    }

    @Test
    default void shouldBindAndInvalidateInOrderWithOtherRequests() throws InterruptedException {
        Windowed t = new Windowed(pair());
        MemoryWindow window = t.window(MwType.TYPE_2);
        for (int i = 0; i < 40; i++) {
            End.post(t.a, pair().a.receive(i, 0, 1000));
        }
        for (int i = 0; i < 10; i++) {
            SendWr bind = t.bind(window, t.part(i, 10, REMOTE)).wrId(4L * i);
            bind.bindMw(window, (window.rkey() & ~0xff) | i, bind.bindInfo());
            End.post(t.b, bind);
            End.post(t.b, pair().b.request(WrOpcode.SEND, pair().a, 0, 1000).wrId(4L * i + 1));
            End.post(t.b, Windowed.invalidate(bind.rkey()).wrId(4L * i + 2));
            SendWr read = pair().b.request(WrOpcode.RDMA_READ, pair().a, 0, 5000);
            End.post(t.b, read.wrId(4L * i + 3));
        }
        for (int i = 0; i < 40; i++) {
            assertThat(pair().b.await(WcStatus.SUCCESS).wrId()).isEqualTo(i);
        }
    }

    @Test
    default void shouldOpenNothingOnceTheRegionOrTheWindowIsClosed() throws InterruptedException {
        Windowed t = new Windowed(pair());
        QueuePair[] others = pair().connected();
        MemoryWindow one = t.window(MwType.TYPE_1);
        MemoryWindow other = t.window(MwType.TYPE_1);
        for (MemoryWindow window : new MemoryWindow[] {one, other}) {
            t.b.bindMw(window, new MwBind(1, SendFlags.SIGNALED, t.part(0, 10, REMOTE)));
            pair().b.awaitSuccess(WcOpcode.BIND_MW);
        }
        t.writes(t.a, one.rkey(), t.region.addr(), 10);
        one.close();
        t.refused(t.a, one.rkey(), t.region.addr(), 10);
        t.region.close();
        t.refused(others[0], other.rkey(), t.region.addr(), 10);
    }

    @Test
    default void shouldTakeEachTypeOfWindowOnlyInItsOwnWay() {
        Windowed t = new Windowed(pair());
        MwBindInfo info = t.part(0, 10, REMOTE);
        SendWr typeOne = t.bind(t.window(MwType.TYPE_1), info);
        MemoryWindow two = t.window(MwType.TYPE_2);

        assertThat(t.b.postSend(typeOne)).isEqualTo(PostStatus.INVALID_REQUEST);
        assertThat(t.b.bindMw(two, new MwBind(1, 0, info))).isEqualTo(PostStatus.INVALID_REQUEST);
        assertThat(t.b.postSend(new SendWr().opcode(WrOpcode.BIND_MW)))
                .isEqualTo(PostStatus.INVALID_REQUEST);
        assertThat(MemoryWindow.incRkey(0x123456ff)).isEqualTo(0x12345600);
        assertThat(MemoryWindow.incRkey(0x12345600)).isEqualTo(0x12345601);
    }
}
