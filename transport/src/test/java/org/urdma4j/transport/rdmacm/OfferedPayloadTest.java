package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.util.List;

/** What an application offers is for any link, and what is agreed on for the one that there is. */
@Timeout(60)
class OfferedPayloadTest {
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true"})
    void shouldOfferNoLongerPacketsThanTheLinkTakes(boolean fec, boolean paths) throws Exception {
        MemoryNetwork network = new MemoryNetwork("offers");
        try (CmEnd client = CmEnd.inMemory(network, "10.0.0.1");
                CmEnd server = CmEnd.inMemory(network, "10.0.0.2")) {
            UrdmaOffer.Builder offer =
                    UrdmaOffer.builder().payloadBytes(16_384).fec(fec ? 4 : 0).paths(paths);
            server.listen(1);
            CmId id = client.ready(server);
            id.connect(ConnParam.EMPTY.urdmaOffer(offer.build()));
            CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
            server.createQp(child);
            child.accept(ConnParam.EMPTY.urdmaOffer(offer.build()));
            client.await(CmEventType.ESTABLISHED);
            server.await(CmEventType.ESTABLISHED);

            int most = client.context.largestPayload(fec, paths);
            assertThat(most).isLessThan(16_384);
            for (CmId each : List.of(id, child)) {
                assertThat(each.qp().query(~0).urdmaOffer().payloadBytes()).isEqualTo(most);
                assertThat(each.qp().query(~0).urdmaPeerOffer().payloadBytes()).isEqualTo(most);
            }
        }
    }
}
