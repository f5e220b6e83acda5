package org.urdma4j.transport.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.endpoint.ActiveGroup;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.Verbs;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;

class UdpVerbsProviderTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.8.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.8.2");

    @Test
    void shouldOfferADeviceNamedAfterEachAddress() {
        assertThat(Verbs.devices()).extracting(Device::name).contains("udp-127.0.0.1");
        assertThat(Verbs.devices()).extracting(Device::guid).doesNotHaveDuplicates();
        assertThat(Verbs.devices()).allSatisfy(device -> assertThat(device.guid()).isNotZero());
    }

    @Test
    void shouldSayThatAnAddressIsNotOfThisMachine() {
        InetAddress documentation = InetAddress.ofLiteral("192.0.2.1");

        assertThatThrownBy(() -> Verbs.open(documentation))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.EADDRNOTAVAIL))
                .hasMessageContaining("192.0.2.1");
    }

    @Test
    void shouldConnectAsBenchDoes() throws InterruptedException {
        int port = FreePort.on(ONE, OTHER);
        ContextAttr usual = ContextAttr.builder().udpPort(port).build();
        ContextAttr small =
                ContextAttr.builder()
                        .udpPort(port)
                        .socketBufferBytes(1 << 16)
                        .payloadBytes(512)
                        .build();
        assertThat(usual.socketBufferBytes()).isEqualTo(64 << 20);
        try (Context server = Verbs.open(OTHER, usual);
                ActiveGroup group = ActiveGroup.listen(server, 0, Silent::new)) {
            assertThat(payload(usual, group))
                    .isEqualTo(((SoftContext) server).largestPayload(false));
            assertThat(payload(small, group)).isEqualTo(512);
        }
    }

    private static int payload(ContextAttr attr, ActiveGroup group) throws InterruptedException {
        try (Context context = Verbs.open(ONE, attr);
                PassiveEndpoint client = PassiveEndpoint.connect(context, group.address())) {
            int offers = QpAttrMask.URDMA_OFFER | QpAttrMask.URDMA_PEER_OFFER;
            QpAttr agreed = client.qp().query(offers);
            return agreed.urdmaOffer().payloadWith(agreed.urdmaPeerOffer());
        }
    }

    private static final class Silent extends ActiveEndpoint {}

    @Test
    void shouldRefuseOptionsOutOfTheirRange() {
        assertThatThrownBy(() -> ContextAttr.builder().udpPort(99_999).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("udpPort");
        assertThatThrownBy(() -> ContextAttr.builder().payloadBytes(513).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("multiple of 4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "224.0.0.1", "ff02::1"})
    void shouldNotOpenWhatIsNoAddressOfAHost(String address) {
        assertThat(new UdpVerbsProvider().open(InetAddress.ofLiteral(address))).isEmpty();
    }

    @Test
    void shouldNameTheDevicesThereAreWhenOneIsNot() {
        assertThatThrownBy(() -> Verbs.open("mlx5_0"))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("mlx5_0")
                .hasMessageContaining("udp-127.0.0.1");
    }
}
