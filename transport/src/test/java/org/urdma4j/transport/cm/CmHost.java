package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.PortSpace;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.ServiceId;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Gid;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** A connection manager and an application that agrees to everything unless a test says not. */
final class CmHost {
    static final int PORT = 7174;
    static final long SERVICE = ServiceId.of(PortSpace.TCP, PORT);
    static final long DATAGRAMS = ServiceId.of(PortSpace.UDP, PORT);
    static final int BACKLOG = 64;
    static final int Q_KEY = 0x0123_4567;

    final TransportAddress gid;
    final CmConfig config;
    final ConnectionManager cm;
    final List<CmEvent> events = new ArrayList<>();
    Consumer<CmEvent> app = this::agree;
    private final CmLink link;
    private int nextQpn = 0x100;

    CmHost(CmLink link, String address, long seed, int maxConnections) {
        this.link = link;
        gid = TransportAddress.of(Gid.parse(address));
        config = CmConfig.of(gid.gid(), seed).withMaxConnections(maxConnections);
        cm = new ConnectionManager(config, new Random(seed), (to, mad) -> link.send(gid, to, mad));
    }

    CmHost listening() {
        cm.listen(SERVICE, BACKLOG);
        cm.listen(DATAGRAMS, BACKLOG);
        return this;
    }

    CmEndpoint endpoint() {
        int qpn = nextQpn++;
        return CmEndpoint.of(qpn, (qpn * 7919) & 0xff_ffff);
    }

    int connect(CmHost peer) {
        return cm.connect(peer.gid, 4000, SERVICE, CmPath.DEFAULT, endpoint(), link.nowNs);
    }

    int resolve(CmHost peer) {
        return cm.resolve(peer.gid, 4000, DATAGRAMS, PrivateData.NONE, link.nowNs);
    }

    /** Lets the application see what has happened. */
    void drain() {
        for (CmEvent event = cm.pollEvent(); event != null; event = cm.pollEvent()) {
            events.add(event);
            app.accept(event);
        }
    }

    void agree(CmEvent event) {
        switch (event) {
            case CmEvent.ConnectRequest request -> cm.accept(request.id(), endpoint(), link.nowNs);
            case CmEvent.ConnectResponse response -> cm.establish(response.id());
            case CmEvent.ServiceRequest request ->
                    cm.answer(request.id(), nextQpn++, Q_KEY, PrivateData.NONE, link.nowNs);
            default -> {}
        }
    }

    void ignore(CmEvent event) {
        // It takes its time.
    }

    /** Returns the kinds of the events of one connection, in order. */
    List<String> kinds(int id) {
        return events.stream()
                .filter(event -> event.id() == id)
                .map(event -> event.getClass().getSimpleName())
                .toList();
    }

    /** Returns the kinds of all events, in order. */
    List<String> kinds() {
        return events.stream().map(event -> event.getClass().getSimpleName()).toList();
    }

    int lastId() {
        return events.getLast().id();
    }
}
