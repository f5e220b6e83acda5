package org.urdma4j.transport.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Verbs;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;

class UdpVerbsProviderTest {
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
