package org.urdma4j.transport.rdmacm;

import org.urdma4j.transport.cm.CmEvent.ServiceRefused;
import org.urdma4j.transport.cm.CmEvent.ServiceResolved;
import org.urdma4j.transport.cm.CmEvent.Unreachable;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.ConnParam;
import org.urdma4j.verbs.cm.UdParam;

/** Asks for the queue pair behind a datagram service, and knows it then. */
final class Resolving extends Role {
    private static final int ROOM = 180;

    private int question;
    private boolean known;

    Resolving(SoftCmId id) {
        super(id);
    }

    @Override
    String describe() {
        return "resolving or resolved";
    }

    void begin(ConnParam param) {
        var data = ConnParamCodec.data(param.privateData(), ROOM);
        long serviceId = Listening.service(id, id.peerAddr().getPort());
        int sourcePort = id.localAddr().getPort();
        long nowNs = service.port.nowNs();
        question = service.manager.resolve(id.peer.device(), sourcePort, serviceId, data, nowNs);
        service.bind(question, id);
    }

    @Override
    void onEvent(org.urdma4j.transport.cm.CmEvent event) {
        switch (event) {
            case ServiceResolved resolved -> {
                known = true;
                ConnParam said =
                        ConnParam.EMPTY.privateData(resolved.data().bytes()).qpNum(resolved.qpn());
                UdParam to =
                        new UdParam(
                                id.peer.way(id.wishes.serviceLevel()),
                                resolved.qpn(),
                                resolved.qKey());
                id.tell(new CmEvent(CmEventType.ESTABLISHED, id, null, 0, said, to));
            }
            case ServiceRefused refused -> {
                ConnParam said = ConnParam.EMPTY.privateData(refused.data().bytes());
                id.tell(CmEventType.UNREACHABLE, refused.status(), said);
                id.play(new Ended(id));
            }
            case Unreachable unreachable -> {
                int errno = Linked.errno(unreachable).value();
                id.tell(CmEventType.UNREACHABLE, -errno, ConnParam.EMPTY);
                id.play(new Ended(id));
            }
            default -> {
                // not of a question
            }
        }
        service.unbind(question);
    }

    @Override
    void disconnect() {
        leave();
        id.play(new Ended(id));
    }

    @Override
    void leave() {
        if (!known) {
            service.manager.disconnect(question, service.port.nowNs());
        }
        service.unbind(question);
    }
}
