package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.DeviceKind;
import org.urdma4j.verbs.VerbsProvider;

import java.net.InetAddress;
import java.util.List;
import java.util.ServiceLoader;

class RdmaCoreProviderTest {
    @Test
    void shouldHaveNoDevicesWithoutTheLibrary() {
        assertThat(new RdmaCoreProvider("libnothing.so.1").devices()).isEmpty();
        assertThatThrownBy(() -> new Libibverbs("libnothing.so.1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("libibverbs1");
    }

    @Test
    void shouldHaveNoDevicesWithALibraryThatIsSomethingElse() {
        assertThat(new RdmaCoreProvider("libc.so.6").devices()).isEmpty();
        assertThatThrownBy(() -> new Libibverbs("libc.so.6"))
                .hasMessageContaining("ibv_get_device_list of version IBVERBS_1.1");
    }

    @Test
    void shouldBeFoundByTheVerbs() {
        assertThat(ServiceLoader.load(VerbsProvider.class))
                .hasAtLeastOneElementOfType(RdmaCoreProvider.class);
    }

    /** Not even what it doesn't take is said where there is nothing to open. */
    @Test
    void shouldLeaveAddressesThatNoDeviceHasToOthers() {
        RdmaCoreProvider provider = new RdmaCoreProvider();
        ContextAttr attr = ContextAttr.builder().backend("raw").prefer(DeviceKind.HARDWARE).build();
        assertThat(provider.open(InetAddress.getLoopbackAddress(), attr)).isEmpty();
    }

    @Test
    void shouldOpenEachDeviceThatIsThere() {
        List<Device> devices = new RdmaCoreProvider().devices();
        assumeTrue(!devices.isEmpty(), "Skipped: no RDMA device here (rdma link)");
        for (Device device : devices) {
            try (Context context = device.open()) {
                assertThat(context.queryDevice().nodeGuid()).isEqualTo(device.guid());
            }
        }
    }
}
