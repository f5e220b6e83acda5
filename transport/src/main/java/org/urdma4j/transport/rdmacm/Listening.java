package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.cm.PortSpace;
import org.urdma4j.codec.cm.ServiceId;
import org.urdma4j.verbs.cm.CmPortSpace;

/** Waits for peers. */
final class Listening extends Role {
    private static final int USUAL = 1024;

    /** What a peer can make us keep. */
    private static final int MOST = 16_384;

    private final long serviceId;

    Listening(SoftCmId id) {
        super(id);
        serviceId = service(id, id.localAddr().getPort());
    }

    /** Returns the service ID of a port in the port space of {@code id}. */
    static long service(SoftCmId id, int port) {
        boolean udp = id.portSpace() == CmPortSpace.UDP;
        return ServiceId.of(udp ? PortSpace.UDP : PortSpace.TCP, port);
    }

    @Override
    String describe() {
        return "listening";
    }

    void begin(int backlog) {
        service.listen(serviceId, backlog < 1 ? USUAL : Math.min(backlog, MOST), id);
    }

    @Override
    void leave() {
        service.unlisten(serviceId);
    }
}
