package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.queue.PooledReceives;
import org.urdma4j.transport.queue.ReceivePool;
import org.urdma4j.verbs.RecvWr;

import java.util.List;

/** A queue pair that shares its receives: what it promises its peer, and when. */
class SharedReceiveTest {
    private static final int LIMIT_AT = 72;
    private static final long NO_LIMIT = 0xffff_ffffL;

    private final ReceivePool pool = new ReceivePool(8, 1, Host.DOMAIN, () -> {});
    private final PooledReceives receives = new PooledReceives(pool);
    private final Solo solo =
            new Solo(new Host("shared", EngineConfig.DEFAULT, receives)).connect(Host.attr());

    private void post(int id) {
        pool.post(new RecvWr().wrId(id).addSge(solo.address(0), 16, solo.host.region.lkey()));
        if (pool.wanted()) {
            solo.host.shard.doorbell(pool).ring();
        }
    }

    private static Raw send(int index) {
        return Raw.send(0xc4, Solo.PSN + index, index, 0, 4).payload(0, 4).t1(index).asks();
    }

    private static long limit(List<Seen> packets) {
        return Solo.only(packets, 0xda).getLast().u32(LIMIT_AT) & 0xffff_ffffL;
    }

    @Test
    void shouldSetNoLimitWhileReceivesAreLeftAndPromiseNoneWhenTheyAreNot() {
        post(1);
        post(2);
        assertThat(limit(solo.receive(send(0)))).isEqualTo(NO_LIMIT);
        assertThat(limit(solo.receive(send(1)))).isEqualTo(2);
        post(3);

        assertThat(limit(solo.turn())).as("told at once").isEqualTo(NO_LIMIT);
        assertThat(solo.received()).containsExactly("1 SUCCESS", "2 SUCCESS");
    }

    @Test
    void shouldPromiseTheReceivesThatItHasTaken() {
        post(1);
        post(2);
        // The second message comes first: both receives are taken, one for each.
        assertThat(limit(solo.receive(send(1)))).isEqualTo(2);
        assertThat(pool.available()).isZero();
        assertThat(solo.received()).isEmpty();
        solo.receive(send(0));

        assertThat(solo.received()).containsExactly("1 SUCCESS", "2 SUCCESS");
    }

    @Test
    void shouldFinishAWriteWithImmediateAsSoonAsThereIsAReceive() {
        Raw write = Raw.write(0xcb, Solo.PSN, solo.address(0), solo.rkey(), 4);
        solo.receive(write.word(0x55).payload(0, 4));
        assertThat(solo.received()).isEmpty();
        post(9);
        solo.turn();

        assertThat(solo.received()).containsExactly("9 SUCCESS");
    }

    @Test
    void shouldFinishItEvenIfThePeerWasToldOfNoLimit() {
        post(1);
        post(2);
        assertThat(limit(solo.receive(send(0)))).isEqualTo(NO_LIMIT);
        new PooledReceives(pool).peek(); // another queue pair takes the last one
        Raw write = Raw.write(0xcb, Solo.PSN + 1, solo.address(0), solo.rkey(), 4);
        // No report has gone out when the receive is posted.
        solo.deliver(solo.peer, write.word(0x55).payload(0, 4).to(solo.host.qp.qpn()));
        post(9);
        solo.turn();

        assertThat(solo.received()).containsExactly("1 SUCCESS", "9 SUCCESS");
    }

    /** What others share: one peer with a number from far ahead leaves it to them. */
    @Test
    void shouldNotTakeTheReceivesOfOthersForANumberFarAhead() {
        ReceivePool large = new ReceivePool(4000, 1, Host.DOMAIN, () -> {});
        Host host = new Host("large", EngineConfig.DEFAULT, new PooledReceives(large));
        Solo peer = new Solo(host).connect(Host.attr());
        for (int i = 0; i < 4000; i++) {
            large.post(new RecvWr().wrId(i).addSge(peer.address(0), 16, host.region.lkey()));
        }
        peer.receive(Raw.send(0xc4, Solo.PSN + 1, 3999, 0, 4).payload(0, 4));
        assertThat(large.available()).isEqualTo(4000);
        int packets = 0;
        for (int number = 63; number < 4000; number += 4) {
            peer.receive(Raw.send(0xc4, Solo.PSN + 1 + ++packets, number, 0, 4).payload(0, 4));
            assertThat(4000 - large.available()).isLessThanOrEqualTo(64 + 4 * packets);
        }
        peer.receive(Raw.send(0xc4, Solo.PSN, 0, 0, 4).payload(0, 4));
        assertThat(peer.received()).containsExactly("0 SUCCESS");
    }
}
