package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmMra;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Gid;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One connection manager and a peer played by the test, which brings it into any state. */
final class Stage {
    static final TransportAddress PEER = TransportAddress.of(Gid.parse("10.77.0.1"));
    static final int QPN = 0x1234;

    final ConnectionManager cm;
    final List<ByteBuffer> sent = new ArrayList<>();
    final List<TransportAddress> unanswered = new ArrayList<>();
    long nowNs = 1;
    int id;

    Stage() {
        this(1 << 16);
    }

    Stage(int maxConnections) {
        CmConfig config = CmConfig.of(Gid.parse("10.77.0.2"), 9).withMaxConnections(maxConnections);
        MadSink sink =
                new MadSink() {
                    @Override
                    public void send(TransportAddress to, ByteBuffer mad) {
                        sent.add(mad);
                    }

                    @Override
                    public void unanswered(TransportAddress peer) {
                        unanswered.add(peer);
                    }
                };
        cm = new ConnectionManager(config, new Random(3), sink);
    }

    Stage listening() {
        cm.listen(CmHost.SERVICE, CmHost.BACKLOG);
        cm.listen(CmHost.DATAGRAMS, CmHost.BACKLOG);
        return this;
    }

    void receive(ByteBuffer mad) {
        receive(PEER, mad);
    }

    void receive(TransportAddress from, ByteBuffer mad) {
        cm.onMad(from, mad, 0, mad.limit(), nowNs);
    }

    /** Lets time pass to the next deadline. */
    void nextDeadline() {
        nowNs = cm.nextDeadlineNs();
        cm.onTimer(nowNs);
    }

    List<CmEvent> events() {
        List<CmEvent> events = new ArrayList<>();
        for (CmEvent event = cm.pollEvent(); event != null; event = cm.pollEvent()) {
            events.add(event);
        }
        return events;
    }

    List<CmMessage> messages() {
        return sent.stream().map(mad -> CmMessage.of(mad, 0)).toList();
    }

    /** Returns one whose connection {@link #id} is in {@code state}. */
    static Stage in(CmState state, boolean passive) {
        Stage stage = passive ? new Stage().listening() : new Stage();
        switch (state) {
            case REQ_SENT, MRA_REQ_RCVD, REP_RCVD, MRA_REP_SENT -> stage.asked(state);
            case REQ_RCVD, MRA_REQ_SENT, REP_SENT, MRA_REP_RCVD, REJ_SENT -> stage.wasAsked(state);
            case SIDR_REQ_SENT ->
                    stage.id =
                            stage.cm.resolve(
                                    PEER, 1, CmHost.DATAGRAMS, PrivateData.NONE, stage.nowNs);
            case SIDR_REQ_RCVD, SIDR_REP_SENT -> stage.wasAskedForDatagrams(state);
            case ESTABLISHED, DREQ_SENT, TIMEWAIT -> stage.connected(state, passive);
        }
        stage.events();
        stage.sent.clear();
        if (stage.cm.state(stage.id) != state) {
            throw new AssertionError(stage.cm.state(stage.id) + " instead of " + state);
        }
        return stage;
    }

    private void asked(CmState state) {
        CmEndpoint own = CmEndpoint.of(QPN, 7);
        id = cm.connect(PEER, 1, CmHost.SERVICE, CmPath.DEFAULT, own, nowNs);
        if (state == CmState.MRA_REQ_RCVD) {
            receive(PeerMessages.mra(id, CmMra.REQ));
        } else if (state != CmState.REQ_SENT) {
            receive(rep());
            if (state == CmState.MRA_REP_SENT) {
                receive(rep());
            }
        }
    }

    private ByteBuffer rep() {
        return PeerMessages.rep(id, PeerMessages.PEER_ID, PeerMessages.PEER_QPN);
    }

    private void wasAsked(CmState state) {
        receive(req());
        id = events().getFirst().id();
        switch (state) {
            case MRA_REQ_SENT -> receive(req());
            case REJ_SENT -> cm.reject(id, RejectReason.CONSUMER_DEFINED, PrivateData.NONE, nowNs);
            case REP_SENT, MRA_REP_RCVD -> cm.accept(id, CmEndpoint.of(QPN, 7), nowNs);
            default -> {}
        }
        if (state == CmState.MRA_REP_RCVD) {
            receive(PeerMessages.mra(id, CmMra.REP));
        }
    }

    private static ByteBuffer req() {
        return PeerMessages.req(PeerMessages.PEER_ID, PeerMessages.PEER_QPN, CmHost.SERVICE);
    }

    private void wasAskedForDatagrams(CmState state) {
        receive(PeerMessages.sidrReq(PeerMessages.PEER_ID));
        id = events().getFirst().id();
        if (state == CmState.SIDR_REP_SENT) {
            cm.answer(id, QPN, 3, PrivateData.NONE, nowNs);
        }
    }

    private void connected(CmState state, boolean passive) {
        if (passive) {
            wasAsked(CmState.REP_SENT);
            receive(PeerMessages.rtu(id, PeerMessages.PEER_ID));
        } else {
            asked(CmState.REP_RCVD);
            cm.establish(id);
        }
        if (state != CmState.ESTABLISHED) {
            cm.disconnect(id, nowNs);
        }
        if (state == CmState.TIMEWAIT) {
            receive(PeerMessages.drep(id, PeerMessages.PEER_ID));
        }
    }
}
