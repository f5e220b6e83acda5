package org.urdma4j.measure.replay;

import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.Sge;
import org.urdma4j.verbs.UrdmaOffer;

import java.lang.foreign.Arena;
import java.util.Map;
import java.util.Set;

/** Makes queue pairs and memory as a capture has them. One thread. */
final class Responders {
    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;

    /** Bytes before a datagram in the receive that takes it. */
    private static final int GRH_BYTES = 40;

    private static final int FEC_GROUPS = 255;
    private static final int WORD = 4;
    private static final int LEAST_PAYLOAD = 256;

    private final SoftContext context;
    private final ChosenNumbers numbers;
    private final ProtectionDomain domain;
    private final Arena arena;

    Responders(SoftContext context, ChosenNumbers numbers, Arena arena) {
        this.context = context;
        this.numbers = numbers;
        this.arena = arena;
        domain = context.allocPd();
    }

    /** Registers memory, all zeros, at its address and under its key. */
    MemoryRegion region(Map.Entry<Integer, Span> memory) {
        Span span = memory.getValue();
        numbers.choose(memory.getKey());
        return domain.regMr(arena.allocate(span.bytes(), Long.BYTES), span.from(), ACCESS);
    }

    /** Registers memory for what SENDs bring, under a key that nobody uses. */
    MemoryRegion room(long longestSend, Set<Integer> keys) {
        int key = -1;
        while (keys.contains(key)) {
            key--;
        }
        numbers.choose(key);
        return domain.regMr(arena.allocate(GRH_BYTES + longestSend), AccessFlags.LOCAL_WRITE);
    }

    /** Returns the receives that a queue pair needs. */
    int receives(Target target) {
        return (int) Math.min(target.receives, context.queryDevice().maxQpWr());
    }

    /**
     * Makes a queue pair that waits for its requests.
     *
     * @param completions of its receives
     * @param room where all receives go: nobody looks at it
     */
    QueuePair queuePair(Target target, Gid local, CompletionQueue completions, Sge room) {
        int receives = receives(target);
        numbers.choose(target.qpn);
        QueuePair pair =
                domain.createQp(
                        QpInitAttr.builder()
                                .qpType(target.type)
                                .cq(completions)
                                .cap(new QpCap(1, Math.max(1, receives), 1, 1, 0))
                                .build());
        if (target.type == QpType.UD) {
            QpAttrs.activate(pair, target.qkey, 0);
        } else {
            connect(pair, target, local);
        }
        RecvWr receive = new RecvWr().addSge(room);
        for (int i = 0; i < receives; i++) {
            pair.postRecv(receive);
        }
        return pair;
    }

    private void connect(QueuePair pair, Target target, Gid local) {
        Gid peer = new Gid(target.peer.high(), target.peer.low());
        QpAttr options =
                new QpAttr()
                        .qpAccessFlags(ACCESS)
                        .ahAttr(new AhAttr(GlobalRoute.to(peer, gidIndex(target)), 0, 1))
                        .pathMtu(mtu(target));
        if (target.urdma) {
            UrdmaOffer offer = offer(target);
            options.urdmaOffer(offer).urdmaPeerOffer(offer);
        }
        if (target.type == QpType.RC) {
            options.maxDestRdAtomic(context.queryDevice().maxQpRdAtom());
        }
        QpAttrs.connect(
                pair,
                new QpEndpoint(target.qpn, 0, local),
                new QpEndpoint(target.peerQpn, target.firstPsn, peer),
                options);
    }

    private int gidIndex(Target target) {
        return context.findGid(1, target.roceV1 ? GidType.ROCE_V1 : GidType.ROCE_V2).gidIndex();
    }

    /** The smallest that full packets fit; whatever a message in one packet needs. */
    private static Mtu mtu(Target target) {
        for (Mtu mtu : Mtu.values()) {
            if (target.fullPayload > 0 && mtu.bytes() >= target.fullPayload) {
                return mtu;
            }
        }
        return Mtu.MTU_4096;
    }

    /** Packets may have any length up to the longest seen, whatever was agreed on. */
    private UrdmaOffer offer(Target target) {
        int most = context.largestPayload(target.fec);
        int payload = target.fullPayload == 0 ? most : (target.fullPayload + WORD - 1) & -WORD;
        return UrdmaOffer.builder()
                .payloadBytes(Math.clamp(payload, LEAST_PAYLOAD, most))
                .pathMtu(true)
                .fec(target.fec ? FEC_GROUPS : 0)
                .verificationTag(target.verificationTag)
                .build();
    }
}
