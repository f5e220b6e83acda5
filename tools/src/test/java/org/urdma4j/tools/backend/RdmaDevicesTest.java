package org.urdma4j.tools.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.DeviceKind;
import org.urdma4j.verbs.VerbsProvider;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/** Which device {@code --backend rdma} opens, and one line where there is none. */
class RdmaDevicesTest {
    private static final InetAddress LOCAL = InetAddress.ofLiteral("10.0.0.1");

    private final Context opened =
            (Context)
                    Proxy.newProxyInstance(
                            Context.class.getClassLoader(),
                            new Class<?>[] {Context.class},
                            (_, method, _) -> {
                                throw new UnsupportedOperationException(method.getName());
                            });

    /** A provider with a device that has the addresses. */
    private final class Hardware implements VerbsProvider {
        private final List<Device> devices;
        private final List<InetAddress> addresses;

        Hardware(List<String> names, InetAddress... addresses) {
            devices = names.stream().map(RdmaDevicesTest::device).toList();
            this.addresses = List.of(addresses);
        }

        @Override
        public String name() {
            return "hardware";
        }

        @Override
        public List<Device> devices() {
            return devices;
        }

        @Override
        public Optional<Context> open(InetAddress local) {
            return addresses.contains(local) ? Optional.of(opened) : Optional.empty();
        }

        @Override
        public Optional<Context> open(InetAddress local, ContextAttr attr) {
            assertThat(attr.prefer()).isEqualTo(DeviceKind.HARDWARE);
            return open(local);
        }
    }

    private static Device device(String name) {
        return new SoftDevice(
                name,
                1,
                () -> {
                    throw new IllegalStateException("isn't opened");
                });
    }

    @Test
    void shouldOpenTheFirstThatHasTheAddress() {
        List<VerbsProvider> providers =
                List.of(new Hardware(List.of()), new Hardware(List.of("mlx5_0"), LOCAL));
        assertThat(RdmaDevices.open(LOCAL, providers)).isSameAs(opened);
    }

    @Test
    void shouldSayInALineWhatIsMissing() {
        assertThatThrownBy(() -> RdmaDevices.open(LOCAL, List.of()))
                .hasMessageContaining("name its jar in URDMA_CLASS_PATH")
                .hasMessageNotContaining("\n");
        List<VerbsProvider> none = List.of(new Hardware(List.of()));
        assertThatThrownBy(() -> RdmaDevices.open(LOCAL, none))
                .hasMessageContaining("finds no RDMA device here, or no libibverbs")
                .hasMessageNotContaining("\n");
        List<VerbsProvider> others = List.of(new Hardware(List.of("mlx5_0", "mlx5_1")));
        assertThatThrownBy(() -> RdmaDevices.open(LOCAL, others))
                .hasMessageContaining("none of the RDMA devices [mlx5_0, mlx5_1] has the address")
                .hasMessageContaining("10.0.0.1; `urdma devices` lists theirs")
                .hasMessageNotContaining("\n");
    }
}
