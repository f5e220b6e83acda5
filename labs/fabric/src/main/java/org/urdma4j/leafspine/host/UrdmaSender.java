package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.event.Event;
import org.urdma4j.leafspine.grant.GrantConfig;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.net.Telemetry;
import org.urdma4j.leafspine.rate.FlowRate;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * URDMA: packets go in containers, each by one path, and exactly what is lost is sent again. A path
 * keeps order, so what a container lacks when its end has come is lost, and so is a container that
 * a later one of its path has overtaken; the rest is left to a timer.
 */
public final class UrdmaSender implements Sender {
    private static final long LEAST_TIMER_PS = 100_000_000L;
    private static final long REST_PS = 1_000_000_000L;
    private static final int ROUNDS = 4;
    private static final int MOST_DOUBLED = 4;
    private static final int SMOOTH = 8;

    private final FlowContext context;
    private final FlowRate rate;
    private final Nic nic;
    private final SenderPaths paths;
    private final boolean ordered;
    private final GrantedBytes grants;
    private final Map<Integer, Container> out = new HashMap<>();
    private final ArrayDeque<Integer> lost = new ArrayDeque<>();
    private final Event timer = Event.of(this::onTimer);
    private Container open;
    private int containers;
    private int next;
    private long sentBytes;
    private long overBytes;
    private long rttPs;
    private int doubled;

    /**
     * @param paths how many
     * @param ordered whether packets of one path stay in order
     * @param grants null: the receiver doesn't schedule
     * @param psPerByte of the NIC
     */
    public UrdmaSender(
            FlowContext context,
            FlowRate rate,
            Nic nic,
            int paths,
            boolean ordered,
            GrantConfig grants,
            double psPerByte) {
        this.context = context;
        this.rate = rate;
        this.nic = nic;
        this.paths = new SenderPaths(paths, context.entropy(), psPerByte);
        this.ordered = ordered;
        this.grants = grants == null ? null : new GrantedBytes(context, grants, nic);
        this.rttPs = context.rttPs();
    }

    @Override
    public void post(long bytes) {
        int before = context.messages().packets();
        context.messages().add(bytes);
        if (grants != null) {
            long packets = (long) context.messages().packets() - before;
            grants.want(bytes + packets * context.overheadBytes());
        }
        nic.wake();
    }

    @Override
    public long readyPs(long nowPs) {
        int psn = upcoming();
        if (psn < 0 || (grants != null && !grants.allows(wireBytes(psn)))) {
            return NEVER;
        }
        return rate.readyPs(nowPs, sentBytes - overBytes);
    }

    private int upcoming() {
        if (!lost.isEmpty()) {
            return lost.peek();
        }
        return next < context.messages().packets() ? next : -1;
    }

    private int wireBytes(int psn) {
        return context.messages().payload(psn) + context.overheadBytes();
    }

    @Override
    public Packet next(long nowPs) {
        if (open == null) {
            open = new Container(containers++, paths.choose(nowPs), context.containerPackets());
            open.path.out.add(open);
            out.put(open.number, open);
        }
        int psn = upcoming();
        int bytes = wireBytes(psn);
        Packet packet =
                context.pool()
                        .take(PacketKind.DATA, context.flow(), context.from(), context.to(), bytes);
        packet.psn = psn;
        packet.again = !lost.isEmpty();
        packet.entropy = open.path.entropy();
        packet.container = open.number;
        packet.index = open.count;
        if (rate.telemetry()) {
            packet.telemetry = new Telemetry();
        }
        if (packet.again) {
            lost.poll();
            context.counters().again++;
        } else {
            next++;
        }
        context.counters().sent++;
        open.add(psn, bytes, nowPs);
        open.path.onSent(bytes);
        sentBytes += bytes;
        rate.onSent(nowPs, bytes);
        if (grants != null) {
            grants.onSent(bytes);
        }
        close(packet, nowPs);
        if (!timer.isScheduled()) {
            context.events().schedule(timer, nowPs + timeoutPs());
        }
        return packet;
    }

    /** A container ends early when nothing follows for now: what it holds is to be answered. */
    private void close(Packet packet, long nowPs) {
        int following = upcoming();
        boolean stops =
                following < 0
                        || (grants != null && !grants.allows(wireBytes(following)))
                        || rate.readyPs(nowPs, sentBytes - overBytes) == FlowRate.UNLIMITED;
        if (open.count == open.psns.length || stops) {
            packet.last = true;
            open.closed = true;
            open = null;
        }
    }

    @Override
    public void onControl(Packet packet) {
        long nowPs = context.events().nowPs();
        switch (packet.kind) {
            case CNP -> rate.onNotified(nowPs);
            case GRANT -> grants.onGrant(packet.total);
            default -> onAnswer(packet, nowPs);
        }
    }

    private void onAnswer(Packet answer, long nowPs) {
        Container container = out.get(answer.container);
        if (container == null) {
            return;
        }
        doubled = 0;
        rttPs += (nowPs - answer.sentPs - rttPs) / SMOOTH;
        paths.onDelay(container.path, nowPs, answer.delayPs);
        if (answer.missing != null) {
            long bytes = 0;
            for (int index : answer.missing) {
                lost.add(container.psns[index]);
                bytes += wireBytes(container.psns[index]);
            }
            onLost(bytes);
        }
        finish(container);
        if (ordered) {
            overtaken(container);
        }
        rate.onAck(nowPs, answer, overBytes, sentBytes);
    }

    private void overtaken(Container later) {
        ArrayDeque<Container> onPath = later.path.out;
        while (!onPath.isEmpty() && onPath.peek().number <= later.number) {
            Container first = onPath.poll();
            if (!first.over) {
                lose(first);
            }
        }
    }

    private void finish(Container container) {
        container.over = true;
        overBytes += container.bytes;
        container.path.onOver(container);
        out.remove(container.number);
        if (!ordered) {
            container.path.out.remove(container);
        }
    }

    private void lose(Container container) {
        for (int i = 0; i < container.count; i++) {
            lost.add(container.psns[i]);
        }
        long bytes = container.bytes;
        finish(container);
        onLost(bytes);
    }

    private void onLost(long bytes) {
        if (grants != null) {
            grants.onLost(bytes);
        }
    }

    private long timeoutPs() {
        return Math.max(LEAST_TIMER_PS, ROUNDS * rttPs) << doubled;
    }

    private void onTimer() {
        long nowPs = context.events().nowPs();
        boolean any = false;
        for (SenderPath path : paths.all()) {
            Container first = path.out.peek();
            while (first != null && first.closed && nowPs - first.sentPs >= timeoutPs()) {
                path.out.poll();
                if (!first.over) {
                    any = true;
                    lose(first);
                }
                path.rest(nowPs + REST_PS);
                first = path.out.peek();
            }
        }
        if (any) {
            context.counters().timeouts++;
            doubled = Math.min(MOST_DOUBLED, doubled + 1);
            rate.onTimeout(nowPs);
            nic.wake();
        }
        if (!out.isEmpty()) {
            context.events().schedule(timer, nowPs + timeoutPs() / ROUNDS);
        }
    }
}
