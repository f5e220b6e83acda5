package org.urdma4j.gateway.fec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.fec.FecMode;
import org.urdma4j.gateway.fec.FrameStore.Frame;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.gateway.packet.Output;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

class FecReceiverTest {
    private static final int MTU = 1500;

    /** Packets go by no output here. */
    private static final Output<Frame> NOWHERE =
            new Output<>() {
                @Override
                public void inside(Frame packet) {
                    throw new AssertionError();
                }

                @Override
                public void outside(Frame packet) {
                    throw new AssertionError();
                }

                @Override
                public void again(Frame packet) {
                    throw new AssertionError();
                }

                @Override
                public void first(Frame packet) {
                    throw new AssertionError();
                }
            };

    private final FrameStore store = new FrameStore();
    private final SplittableRandom random = new SplittableRandom(7);
    private final Headers headers = new Headers();
    private final Environment<Frame> receiving = environment(2);
    private final FecReceiver<Frame> receiver = new FecReceiver<>(receiving, store);
    private FecSender<Frame> sender = new FecSender<>(environment(1), store);
    private int psn;

    private Environment<Frame> environment(int bootId) {
        GatewayConfig config =
                GatewayConfig.builder(bootId).fec(FecMode.parse("4,2")).mtu(MTU).build();
        return new Environment<>(config, store, NOWHERE);
    }

    /** Returns the next group of 8, tagged, and its two parities behind it. */
    private List<Frame> group(int payload) {
        List<Frame> group = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Frame frame = store.frame(Bth.LENGTH + payload);
            random.nextBytes(frame.bytes.array());
            Bth.write(
                    frame.bytes,
                    FrameStore.BELOW,
                    Opcode.RC_RDMA_WRITE_MIDDLE,
                    0,
                    0,
                    0xffff,
                    17,
                    psn++);
            store.view(frame, headers);
            boolean full = sender.onFrame(frame, headers, 0);
            group.add(frame);
            assertThat(full).isEqualTo(i == 7);
        }
        sender.flush(group::add);
        return group;
    }

    /** Passes a packet to the receiver and returns the numbers of what it puts together. */
    private List<Integer> take(Frame frame) {
        store.view(frame, headers);
        if (headers.transport().opcode() == GatewayMessage.OPCODE) {
            assertThat(GatewayMessage.judge(frame.bytes, FrameStore.BELOW, frame.transportLength()))
                    .isEqualTo(GatewayMessage.Verdict.SOUND);
            receiver.onRepair(frame.bytes, FrameStore.BELOW);
        } else {
            receiver.onFrame(frame, headers.bytes());
        }
        List<Integer> repaired = new ArrayList<>();
        for (Frame next = receiver.next(); next != null; next = receiver.next()) {
            repaired.add(Bth.psn(next.bytes, FrameStore.BELOW));
            store.release(next);
        }
        store.release(frame);
        return repaired;
    }

    private List<Integer> takeAllBut(List<Frame> frames, Integer... lost) {
        List<Integer> repaired = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++) {
            if (List.of(lost).contains(i)) {
                store.release(frames.get(i));
            } else {
                repaired.addAll(take(frames.get(i)));
            }
        }
        return repaired;
    }

    @Test
    void aReceiverThatStartsLateShouldLearnTheNumbers() {
        for (int i = 0; i < 40; i++) {
            takeAllBut(group(64), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        }
        takeAllBut(group(64), 0, 1, 2, 3);

        assertThat(takeAllBut(group(64), 3, 4)).containsExactly(332, 331);
        assertThat(receiving.counters().wronglyRepaired).isZero();
    }

    @Test
    void aSenderThatStartsAnewShouldBeFollowed() {
        takeAllBut(group(64), 1);
        takeAllBut(group(64));
        sender.close();
        sender = new FecSender<>(environment(77), store);
        takeAllBut(group(64), 2);
        int first = psn;

        assertThat(takeAllBut(group(64), 5)).containsExactly(first + 5);
    }

    @Test
    void aLongLossShouldCostNoMoreThanItself() {
        takeAllBut(group(64));
        List<Frame> between = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            between.addAll(group(64));
        }
        between.forEach(store::release);
        takeAllBut(group(64), 1);
        int first = psn;

        assertThat(takeAllBut(group(64), 1, 2)).containsExactly(first + 2, first + 1);
    }

    @Test
    void aFrameUnderAWrongNumberShouldNotMakeAnother() {
        List<Frame> group = group(64);
        store.tag(group.get(2), LinkNumbers.tag(LinkNumbers.FIRST + 4));
        store.release(group.remove(4));

        assertThat(takeAllBut(group)).isEmpty();
        assertThat(receiving.counters().wronglyRepaired).isPositive();
    }

    @Test
    void framesThatDoNotFitWithTheirParityShouldGoUnprotected() {
        Frame frame = store.frame(MTU - FecSender.OVERHEAD - 40);
        Bth.write(frame.bytes, FrameStore.BELOW, Opcode.RC_SEND_ONLY, 0, 0, 0xffff, 17, 1);
        store.view(frame, headers);

        assertThat(sender.onFrame(frame, headers, 0)).isFalse();
        assertThat(store.tag(frame)).isZero();
        assertThat(sender.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theLongestRepairShouldFitTheLink() {
        int longest = FecSender.longestFrame(environment(1).config());
        int payload = (longest - FrameStore.BELOW - FrameStore.ICRC - Bth.LENGTH) & ~3;
        for (Frame frame : group(payload)) {
            int ipv6 = frame.bytes.capacity() - 14 + 20;
            assertThat(ipv6).isLessThanOrEqualTo(MTU);
        }
    }

    @Test
    void hostileMessagesShouldCostBoundedMemoryAndNothingElse() {
        List<Frame> group = group(64);
        Frame repair = group.getLast();
        for (int i = 0; i < 30_000; i++) {
            Frame hostile = store.copy(i % 3 == 0 ? group.get(i % 8) : repair);
            for (int change = random.nextInt(1, 5); change > 0; change--) {
                int at = FrameStore.BELOW + 16 + random.nextInt(20);
                hostile.bytes.put(at, (byte) random.nextInt());
            }
            store.tag(hostile, i % 3 == 0 ? random.nextInt(64) : 0);
            if (i % 3 == 0
                    || GatewayMessage.judge(
                                    hostile.bytes, FrameStore.BELOW, hostile.transportLength())
                            == GatewayMessage.Verdict.SOUND) {
                take(hostile);
            } else {
                store.release(hostile);
            }
            assertThat(store.kept).isLessThan(1100);
        }
        group.forEach(store::release);
        takeAllBut(group(64));
        int first = psn;
        takeAllBut(group(64));
        assertThat(takeAllBut(group(64), 6)).containsExactly(first + 14);
        receiver.close();
        sender.close();
        assertThat(store.kept).isZero();
    }
}
