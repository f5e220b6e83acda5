package org.urdma4j.transport.cm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.PortSpace;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.cm.ServiceId;
import org.urdma4j.codec.cm.SidrReq;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Gid;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The table "What is answered" of docs/cm.md: a row, a test. */
class AnsweredMessagesTest {
    private static final CmEndpoint OWN = CmEndpoint.of(9, 9);
    private static final long NOBODYS = ServiceId.of(PortSpace.TCP, 1);

    private final Stage stage = new Stage().listening();
    private int received;

    /** Sends and lets all the time pass that anything can take. */
    @FunctionalInterface
    private interface Scenario {
        void run(AnsweredMessagesTest test);
    }

    private static final Map<String, Scenario> SCENARIOS = new LinkedHashMap<>();

    static {
        SCENARIOS.put("REQ, nobody listens", test -> test.send(PeerMessages.req(1, 2, NOBODYS)));
        SCENARIOS.put(
                "REQ, not supported",
                test -> {
                    ByteBuffer req = req(1);
                    CmReq.PATH_MTU.set(req, 0, 0);
                    test.send(req);
                });
        SCENARIOS.put("REQ of a queue pair that is connected", AnsweredMessagesTest::stale);
        SCENARIOS.put(
                "REQ beyond the share of the unknown",
                test -> {
                    test.fill(false);
                    test.send(req(1));
                });
        SCENARIOS.put(
                "REQ that the application accepts",
                test -> {
                    test.send(req(1));
                    test.accept();
                });
        SCENARIOS.put(
                "REQ that the application refuses",
                test -> {
                    test.send(req(1));
                    test.refuse();
                });
        SCENARIOS.put(
                "REQ again, undecided",
                test -> {
                    test.send(req(1));
                    test.received = 0;
                    test.send(req(1));
                });
        SCENARIOS.put(
                "REQ again, accepted",
                test -> {
                    test.send(req(1));
                    test.accept();
                    test.send(req(1));
                });
        SCENARIOS.put(
                "REQ again, refused",
                test -> {
                    test.send(req(1));
                    test.refuse();
                    test.send(req(1));
                });
        SCENARIOS.put(
                "REQ in the clear, where there must be keys",
                test -> {
                    ByteBuffer req = req(1);
                    test.received++;
                    test.stage.cm.refuseClear(Stage.PEER, req, 0, req.limit());
                });
        SCENARIOS.put(
                "SIDR_REQ, nobody listens",
                test -> {
                    ByteBuffer req = PeerMessages.sidrReq(1);
                    SidrReq.SERVICE_ID.set(req, 0, NOBODYS);
                    test.send(req);
                });
        SCENARIOS.put(
                "SIDR_REQ beyond the share of the unknown",
                test -> {
                    test.fill(true);
                    test.send(PeerMessages.sidrReq(1));
                });
        SCENARIOS.put(
                "SIDR_REQ that the application answers",
                test -> {
                    test.send(PeerMessages.sidrReq(1));
                    test.answer();
                });
        SCENARIOS.put(
                "SIDR_REQ again",
                test -> {
                    test.send(PeerMessages.sidrReq(1));
                    test.answer();
                    test.send(PeerMessages.sidrReq(1));
                });
        SCENARIOS.put("DREQ of nobody", test -> test.send(PeerMessages.dreq(1, 2, 3)));
        SCENARIOS.put(
                "MRA, REJ, REP, RTU, DREP, SIDR_REP of nobody",
                test -> {
                    for (CmMessage message :
                            List.of(
                                    CmMessage.MRA,
                                    CmMessage.REJ,
                                    CmMessage.REP,
                                    CmMessage.RTU,
                                    CmMessage.DREP,
                                    CmMessage.SIDR_REP)) {
                        test.send(PeerMessages.of(message, 1, 2, true));
                    }
                });
        SCENARIOS.put(
                "LAP, APR, nonsense",
                test -> {
                    for (int attribute = 0; attribute <= 0xffff; attribute += 0x19) {
                        ByteBuffer b = PeerMessages.rtu(1, 2).putShort(16, (short) attribute);
                        test.send(b.put(0, (byte) (attribute % 2)));
                    }
                });
    }

    private static ByteBuffer req(int remoteId) {
        return PeerMessages.req(remoteId, 1 + remoteId, CmHost.SERVICE);
    }

    private static TransportAddress somewhere(int i) {
        return TransportAddress.of(new Gid(0x2001_0db8_0000_0000L + ((long) i << 8), 1));
    }

    private void send(ByteBuffer mad) {
        received++;
        stage.receive(mad);
    }

    private int asked() {
        return stage.events().getLast().id();
    }

    private void accept() {
        stage.cm.accept(asked(), OWN, stage.nowNs);
    }

    private void refuse() {
        stage.cm.reject(asked(), RejectReason.CONSUMER_DEFINED, PrivateData.NONE, stage.nowNs);
    }

    private void answer() {
        stage.cm.answer(asked(), 9, 9, PrivateData.NONE, stage.nowNs);
    }

    private void stale() {
        send(req(1));
        int id = asked();
        stage.cm.accept(id, OWN, stage.nowNs);
        stage.receive(PeerMessages.rtu(id, 1));
        stage.sent.clear();
        received = 0;
        send(PeerMessages.req(2, 2, CmHost.SERVICE));
    }

    /** All that is for the unknown is taken, by others. */
    private void fill(boolean datagrams) {
        for (int i = 0; i < 1000; i++) {
            ByteBuffer b = datagrams ? PeerMessages.sidrReq(100 + i) : req(100 + i);
            stage.receive(somewhere(i), b);
        }
        stage.events();
        stage.sent.clear();
    }

    private static List<String[]> rows() throws IOException {
        String page = Files.readString(Path.of("../docs/cm.md"));
        int start = page.indexOf("\n## What is answered\n");
        return page.substring(start, page.indexOf("\n## ", start + 1))
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| --"))
                .skip(1)
                .map(line -> line.substring(2).split(" *\\| *", -1))
                .toList();
    }

    @Test
    void shouldBeTheRowsOfThePage() throws IOException {
        assertThat(rows().stream().map(row -> row[0]).collect(Collectors.toList()))
                .containsExactlyElementsOf(SCENARIOS.keySet());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldSendNoMoreThanThePageSays(String what, String answer, String ratio) {
        SCENARIOS.get(what).run(this);
        long endNs = stage.nowNs + 300_000_000_000L;
        while (stage.cm.nextDeadlineNs() <= endNs) {
            stage.nextDeadline();
        }
        long lent = stage.cm.counters().get(CmCounter.LENT);
        double measured = (double) (stage.sent.size() - lent) / received;
        assertThat(measured).isEqualTo(Double.parseDouble(ratio));
        List<String> kinds = stage.messages().stream().map(Object::toString).distinct().toList();
        kinds.forEach(kind -> assertThat(answer).contains(kind));
        assertThat(kinds.isEmpty()).isEqualTo(answer.isEmpty());
    }
}
