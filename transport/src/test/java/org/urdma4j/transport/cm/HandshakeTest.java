package org.urdma4j.transport.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.PortSpace;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.cm.ServiceId;
import org.urdma4j.codec.cm.SidrRep;
import org.urdma4j.codec.urdma.OfferRecord;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.VerbsException;

/** Connections without loss: what each application comes to know. */
class HandshakeTest {
    private static final OfferRecord OFFER =
            new OfferRecord(3, 64, 1000, 32, 4096, 0x89123456, 512, 1_000_000_000L);
    private static final PrivateData HELLO = PrivateData.of(new byte[] {1, 2, 3});

    private final CmLink link = new CmLink();
    private final CmHost a = link.a;
    private final CmHost b = link.b;

    @Test
    void shouldConnectAndDisconnect() {
        int id = a.connect(b);
        link.runFor(1_000_000_000);
        assertThat(a.kinds(id)).containsExactly("ConnectResponse");
        assertThat(b.kinds()).containsExactly("ConnectRequest", "Established");
        assertThat(a.cm.state(id)).isEqualTo(CmState.ESTABLISHED);
        assertThat(b.cm.state(b.lastId())).isEqualTo(CmState.ESTABLISHED);
        assertThat(a.cm.disconnect(id, link.nowNs)).isTrue();
        link.run();
        assertThat(a.kinds(id)).containsExactly("ConnectResponse", "Disconnected", "TimewaitExit");
        assertThat(b.kinds())
                .containsExactly("ConnectRequest", "Established", "Disconnected", "TimewaitExit");
        assertThat(link.messages())
                .containsExactly(
                        CmMessage.REQ,
                        CmMessage.REP,
                        CmMessage.RTU,
                        CmMessage.DREQ,
                        CmMessage.DREP);
        assertThat(a.cm.size() + b.cm.size()).isZero();
    }

    @Test
    void shouldTellEachEndAboutTheOther() {
        CmPath path = new CmPath(QpType.UC, Mtu.MTU_4096, 19, 3, 5);
        CmEndpoint active = new CmEndpoint(0xabcdef, 0x654321, 200, 100, 5, true, HELLO, OFFER);
        CmEndpoint passive = new CmEndpoint(0x123456, 0xfffffe, 99, 98, 3, true, HELLO, OFFER);
        b.app =
                event -> {
                    if (event instanceof CmEvent.ConnectRequest request) {
                        b.cm.accept(request.id(), passive, link.nowNs);
                    }
                };
        int id = a.cm.connect(b.gid, 4321, CmHost.SERVICE, path, active, link.nowNs);
        link.runFor(1_000_000_000);
        var request = (CmEvent.ConnectRequest) b.events.getFirst();
        assertThat(request.from()).isEqualTo(a.gid);
        assertThat(request.sourcePort()).isEqualTo(4321);
        assertThat(request.serviceId()).isEqualTo(CmHost.SERVICE);
        assertThat(request.path()).isEqualTo(path);
        shouldBeHeard(active, request.peer(), 32);
        var response = (CmEvent.ConnectResponse) a.events.getFirst();
        assertThat(response.id()).isEqualTo(id);
        shouldBeHeard(passive, response.peer(), 172);
    }

    /** The same but for the zeros behind the data. */
    private static void shouldBeHeard(CmEndpoint said, CmEndpoint heard, int dataLength) {
        assertThat(heard.data().length()).isEqualTo(dataLength);
        assertThat(heard.data().carries(said.data().bytes())).isTrue();
        assertThat(heard.withData(said.data())).isEqualTo(said);
    }

    @Test
    void shouldDropTheOfferForLongData() {
        CmEndpoint own = a.endpoint().withOffer(OFFER).withData(PrivateData.of(new byte[33]));
        a.cm.connect(b.gid, 1, CmHost.SERVICE, CmPath.DEFAULT, own, link.nowNs);
        link.runFor(1_000_000_000);
        var request = (CmEvent.ConnectRequest) b.events.getFirst();
        assertThat(request.peer().offer()).isNull();
        assertThat(request.peer().data().length()).isEqualTo(56);
    }

    @Test
    void shouldRefuseTooMuchDataAndKeepNothing() {
        CmEndpoint own = a.endpoint().withData(PrivateData.of(new byte[57]));
        assertThatThrownBy(() ->
                        a.cm.connect(b.gid, 1, CmHost.SERVICE, CmPath.DEFAULT, own, link.nowNs))
                .hasMessageContaining("57 bytes, at most 56 fit");
        assertThat(a.cm.size()).isZero();
    }

    @Test
    void shouldCarryARefusal() {
        b.app = event -> b.cm.reject(event.id(), RejectReason.NO_RESOURCES, HELLO, link.nowNs);
        int id = a.connect(b);
        link.run();
        var rejected = (CmEvent.Rejected) a.events.getFirst();
        assertThat(a.kinds(id)).containsExactly("Rejected");
        assertThat(rejected.reason()).isEqualTo(3);
        assertThat(rejected.data().carries(HELLO.bytes())).isTrue();
        assertThat(link.sent).hasSize(2);
        assertThat(a.cm.size() + b.cm.size()).isZero();
    }

    @Test
    void shouldCarryTheRefusalOfAnAnswer() {
        a.app = event -> a.cm.reject(event.id(), RejectReason.CONSUMER_DEFINED, HELLO, link.nowNs);
        a.connect(b);
        link.run();
        assertThat(b.kinds()).containsExactly("ConnectRequest", "Rejected", "TimewaitExit");
        assertThat(((CmEvent.Rejected) b.events.get(1)).reason()).isEqualTo(28);
        var rej = link.sent.get(2).mad();
        assertThat(CmRej.MESSAGE.get(rej, 0)).isEqualTo(CmRej.REP);
        assertThat(a.cm.size() + b.cm.size()).isZero();
    }

    @Test
    void shouldRefuseWhatNobodyOffers() {
        long other = ServiceId.of(PortSpace.TCP, 1);
        int id = a.cm.connect(b.gid, 1, other, CmPath.DEFAULT, a.endpoint(), link.nowNs);
        link.runFor(CmLink.DELAY_NS);
        assertThat(b.cm.size()).isZero();
        link.run();
        assertThat(((CmEvent.Rejected) a.events.getFirst()).reason()).isEqualTo(8);
        assertThat(a.kinds(id)).containsExactly("Rejected");
        assertThat(b.cm.counters().get(CmCounter.NO_LISTENER)).isEqualTo(1);
    }

    @Test
    void shouldOfferAServiceOnce() {
        assertThatThrownBy(() -> b.cm.listen(CmHost.SERVICE, 1))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("0x0000000001061c06 is listened to already");
        assertThat(b.cm.unlisten(CmHost.SERVICE)).isTrue();
        assertThat(b.cm.unlisten(CmHost.SERVICE)).isFalse();
        a.connect(b);
        link.run();
        assertThat(a.kinds()).containsExactly("Rejected");
    }

    @Test
    void shouldResolveADatagramService() {
        b.app = event -> b.cm.answer(event.id(), 0x778899, CmHost.Q_KEY, HELLO, link.nowNs);
        PrivateData data = PrivateData.of(new byte[180]);
        int id = a.cm.resolve(b.gid, 4321, CmHost.DATAGRAMS, data, link.nowNs);
        link.run();
        var request = (CmEvent.ServiceRequest) b.events.getFirst();
        assertThat(request.from()).isEqualTo(a.gid);
        assertThat(request.sourcePort()).isEqualTo(4321);
        assertThat(request.serviceId()).isEqualTo(CmHost.DATAGRAMS);
        assertThat(request.data()).isEqualTo(data);
        var resolved = (CmEvent.ServiceResolved) a.events.getFirst();
        assertThat(resolved.id()).isEqualTo(id);
        assertThat(resolved.qpn()).isEqualTo(0x778899);
        assertThat(resolved.qKey()).isEqualTo(0x0123_4567);
        assertThat(resolved.data().carries(HELLO.bytes())).isTrue();
        assertThat(a.events).hasSize(1);
        assertThat(a.cm.size() + b.cm.size()).isZero();
    }

    @Test
    void shouldRefuseADatagramService() {
        b.app = event -> b.cm.refuse(event.id(), SidrRep.NO_QP, HELLO, link.nowNs);
        a.resolve(b);
        a.cm.resolve(b.gid, 1, ServiceId.of(PortSpace.UDP, 1), HELLO, link.nowNs);
        a.cm.resolve(b.gid, 1, CmHost.SERVICE, HELLO, link.nowNs);
        link.run();
        assertThat(a.events)
                .extracting(event -> ((CmEvent.ServiceRefused) event).status())
                .containsExactlyInAnyOrder(SidrRep.NO_QP, 1, 1);
        assertThat(a.cm.size() + b.cm.size()).isZero();
    }

    @Test
    void shouldNotTakeAConnectionForADatagramService() {
        a.cm.connect(b.gid, 1, CmHost.DATAGRAMS, CmPath.DEFAULT, a.endpoint(), link.nowNs);
        link.run();
        assertThat(((CmEvent.Rejected) a.events.getFirst()).reason()).isEqualTo(8);
    }

    @Test
    void shouldConnectToItself() {
        a.listening();
        int id = a.connect(a);
        link.runFor(1_000_000_000);
        assertThat(a.kinds()).containsExactly("ConnectRequest", "ConnectResponse", "Established");
        a.cm.disconnect(id, link.nowNs);
        link.run();
        assertThat(a.kinds(id)).containsExactly("ConnectResponse", "Disconnected", "TimewaitExit");
        assertThat(a.cm.size()).isZero();
    }

    @Test
    void shouldAnswerCallsThatComeTooLate() {
        int id = a.connect(b);
        assertThat(a.cm.establish(id)).isFalse();
        assertThat(a.cm.accept(id, a.endpoint(), 0)).isFalse();
        assertThat(a.cm.communicationEstablished(id)).isFalse();
        assertThat(a.cm.answer(id, 2, 3, HELLO, 0)).isFalse();
        assertThat(a.cm.reject(id, RejectReason.NO_QP, HELLO, 0)).isFalse();
        link.runFor(1_000_000_000);
        a.cm.disconnect(id, link.nowNs);
        assertThat(a.cm.disconnect(id, link.nowNs)).isFalse();
        link.run();
        assertThat(a.cm.disconnect(id, link.nowNs)).isFalse();
        assertThat(a.cm.establish(id)).isFalse();
        assertThat(a.cm.reject(id, RejectReason.NO_QP, HELLO, 0)).isFalse();
        assertThat(a.cm.state(id)).isNull();
    }

    @Test
    void shouldCancelAtAnyStep() {
        int asked = a.connect(b);
        b.app = b::ignore;
        link.runFor(CmLink.DELAY_NS);
        assertThat(a.cm.disconnect(asked, link.nowNs)).isTrue();
        assertThat(a.cm.size()).isZero();
        link.run();
        assertThat(b.kinds()).containsExactly("ConnectRequest", "Rejected");
        assertThat(((CmEvent.Rejected) b.events.get(1)).reason()).isEqualTo(4);
        assertThat(a.events).isEmpty();
        b.app = b::agree;
        b.events.clear();
        a.app = a::ignore;
        int accepted = a.connect(b);
        link.runFor(2 * CmLink.DELAY_NS);
        assertThat(b.cm.disconnect(b.lastId(), link.nowNs)).isTrue();
        link.run();
        assertThat(a.kinds(accepted)).containsExactly("ConnectResponse", "Rejected");
        assertThat(b.kinds()).containsExactly("ConnectRequest", "Disconnected", "TimewaitExit");
        assertThat(a.cm.size() + b.cm.size()).isZero();
    }
}
