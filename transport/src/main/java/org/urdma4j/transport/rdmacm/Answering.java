package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.cm.SidrRep;
import org.urdma4j.transport.cm.CmEvent.ServiceRequest;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.ConnParam;
import org.urdma4j.verbs.cm.UdParam;

/** Is asked for the queue pair behind a datagram service. */
final class Answering extends Role {
    private static final int ROOM = 136;

    private final int question;
    private boolean answered;

    Answering(SoftCmId id, SoftCmId listener, ServiceRequest request) {
        super(id);
        question = request.id();
        service.bind(question, id);
        ConnParam said = ConnParam.EMPTY.privateData(request.data().bytes());
        id.tell(new CmEvent(CmEventType.CONNECT_REQUEST, id, listener, 0, said, null));
    }

    @Override
    String describe() {
        return answered ? "answered already" : "a question; accept or reject it";
    }

    @Override
    void accept(ConnParam param) {
        QueuePair qp = id.qp();
        int qpn = qp == null ? param.qpNum() : qp.qpNum();
        Refused.unless(qpn > 1, "there is no queue pair; call createQp, or name one with qpNum");
        var data = ConnParamCodec.data(param.privateData(), ROOM);
        long nowNs = service.port.nowNs();
        if (!service.manager.answer(question, qpn, UdParam.QKEY, data, nowNs)) {
            throw unfit("accept");
        }
        conclude();
        id.tell(CmEventType.ESTABLISHED);
    }

    @Override
    void reject(RejectReason reason, byte[] bytes) {
        var data = ConnParamCodec.data(bytes, ROOM);
        long nowNs = service.port.nowNs();
        if (!service.manager.refuse(question, SidrRep.REJECTED, data, nowNs)) {
            throw unfit("reject");
        }
        conclude();
    }

    @Override
    void onEvent(org.urdma4j.transport.cm.CmEvent event) {
        conclude(); // nobody waits for an answer any more
        var _ = id.vanish();
    }

    private void conclude() {
        answered = true;
        service.unbind(question);
    }

    @Override
    void disconnect() {
        leave();
    }

    @Override
    void leave() {
        if (!answered) {
            reject(RejectReason.CONSUMER_DEFINED, new byte[0]);
        }
    }
}
