package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.event.Event;
import org.urdma4j.leafspine.event.EventQueue;
import org.urdma4j.leafspine.net.Node;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.net.PacketPool;
import org.urdma4j.leafspine.net.Port;

import java.util.ArrayList;
import java.util.List;

/** A NIC: its queue pairs take turns, a packet each, whenever its port is free. */
public final class Nic implements Node {
    /** Finds queue pairs by their numbers. */
    public interface Flows {
        Sender sender(int flow);

        Receiver receiver(int flow);
    }

    private final EventQueue events;
    private final PacketPool pool;
    private final Flows flows;
    private final List<Sender> senders = new ArrayList<>();
    private final Event wake = Event.of(this::wake);
    private Port port;
    private int next;

    public Nic(EventQueue events, PacketPool pool, Flows flows) {
        this.events = events;
        this.pool = pool;
        this.flows = flows;
    }

    /** Sets its only port. */
    public void port(Port only) {
        port = only;
    }

    public Port port() {
        return port;
    }

    public void add(Sender sender) {
        senders.add(sender);
    }

    /** A queue pair may have something to send. */
    public void wake() {
        port.wake();
    }

    /** Sends a packet without payload. */
    public void send(Packet packet) {
        port.enqueue(packet);
    }

    @Override
    public boolean pulls() {
        return true;
    }

    @Override
    public Packet pull(int number) {
        long nowPs = events.nowPs();
        long soonestPs = Sender.NEVER;
        int count = senders.size();
        for (int i = 0; i < count; i++) {
            int at = next + i < count ? next + i : next + i - count;
            Sender sender = senders.get(at);
            long readyPs = sender.readyPs(nowPs);
            if (readyPs <= nowPs) {
                next = at + 1 < count ? at + 1 : 0;
                return sender.next(nowPs);
            }
            soonestPs = Math.min(soonestPs, readyPs);
        }
        if (soonestPs != Sender.NEVER) {
            events.schedule(wake, soonestPs);
        }
        return null;
    }

    @Override
    public void receive(Packet packet, int number) {
        switch (packet.kind) {
            case PAUSE, RESUME -> {
                port.pause(packet.kind == PacketKind.PAUSE);
                pool.give(packet);
            }
            case DATA -> flows.receiver(packet.flow).onData(packet);
            case DEMAND -> {
                flows.receiver(packet.flow).onControl(packet);
                pool.give(packet);
            }
            default -> {
                flows.sender(packet.flow).onControl(packet);
                pool.give(packet);
                port.wake();
            }
        }
    }

    @Override
    public void leaving(Packet packet, int number) {
        packet.sentPs = packet.isData() ? events.nowPs() : packet.sentPs;
    }

    @Override
    public void lost(Packet packet, boolean held) {
        pool.give(packet);
    }
}
