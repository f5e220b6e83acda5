package org.urdma4j.tools.devices;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.Loopback;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.Verbs;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.InetAddress;

/** On addresses of 127.0.0.0/8 that nobody else uses. */
@Loopback
class DevicesCommandTest {
    private static final String ADDRESS = "127.9.8.7";

    @Test
    void shouldDescribeTheDeviceOfAnAddress() {
        Invocation result = Invocation.of("devices", ADDRESS);

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out().lines().map(line -> line.replaceAll("guid:.*", "guid:")))
                .containsExactly(
                        "hca_id:                     udp-127.9.8.7",
                        "  node_type:                CA",
                        "  node_guid:",
                        "  sys_image_guid:",
                        "  fw_ver:                   0.1.0",
                        "  vendor_id:                0x0000",
                        "  vendor_part_id:           0",
                        "  hw_ver:                   0x0",
                        "  phys_port_cnt:            1",
                        "  port:                     1",
                        "    state:                  ACTIVE",
                        "    max_mtu:                4096",
                        "    active_mtu:             4096",
                        "    link_layer:             ETHERNET",
                        "    max_msg_sz:             2147483648",
                        "    bad_pkey_cntr:          0",
                        "    qkey_viol_cntr:         0",
                        "    pkey_tbl_len:           1",
                        "    gid_tbl_len:            1",
                        "    GID[  0]:               ::ffff:127.9.8.7, RoCE v2",
                        "");
        assertThat(result.out()).containsPattern("node_guid: +([0-9a-f]{4}:){3}[0-9a-f]{4}\n");
    }

    @Test
    void shouldTellTheLimitsIfAsked() {
        Invocation result = Invocation.of("devices", "-v", ADDRESS);

        assertThat(result.status()).isZero();
        assertThat(result.out().lines())
                .contains("  max_qp:                   65536", "  atomic_cap:               GLOB");
        assertThat(result.out())
                .containsPattern("device_cap_flags: +\\S*\\bSRQ_RESIZE\\|MEM_WINDOW\\|");
    }

    @Test
    void shouldPrintJson() {
        Invocation result = Invocation.of("devices", "--json", ADDRESS, "127.9.8.6");
        JsonNode devices = JsonMapper.shared().readTree(result.out());

        assertThat(result.status()).isZero();
        assertThat(devices.size()).isEqualTo(2);
        assertThat(devices.get(1).get("hca_id").asString()).isEqualTo("udp-127.9.8.6");
        JsonNode port = devices.get(0).get("ports").get(0);
        assertThat(port.get("active_mtu").asInt()).isEqualTo(4096);
        assertThat(port.get("gids").get(0).get("address").asString()).isEqualTo(ADDRESS);
        assertThat(port.get("gids").get(0).get("index").asInt()).isZero();
        assertThat(devices.get(0).has("max_qp")).isFalse();
    }

    @Test
    void shouldListEveryDevice() {
        Invocation result = Invocation.of("devices");

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("udp-127.0.0.1");
    }

    @Test
    void shouldSayWhatThereIsWhenADeviceIsUnknown() {
        Invocation name = Invocation.of("devices", "mlx5_0");
        Invocation address = Invocation.of("devices", "192.0.2.77");

        assertThat(name.status()).isEqualTo(1);
        assertThat(name.errLines()).singleElement().asString().contains("mlx5_0", "udp-127.0.0.1");
        assertThat(address.status()).isEqualTo(1);
        assertThat(address.errLines()).singleElement().asString().contains("192.0.2.77");
    }

    @Test
    void shouldTellOfADeviceThatAnotherProgramHas() {
        try (Context context = Verbs.open(InetAddress.ofLiteral(ADDRESS))) {
            Invocation result = Invocation.of("devices", ADDRESS);
            Invocation named = Invocation.of("devices", "--json", ADDRESS);

            assertThat(result.err()).isEmpty();
            assertThat(result.status()).isZero();
            assertThat(result.out())
                    .startsWith("hca_id:                     udp-127.9.8.7\n")
                    .contains("::ffff:127.9.8.7, RoCE v2")
                    .containsPattern("\n  in_use: +another program has its UDP port 4791\n");
            JsonNode device = JsonMapper.shared().readTree(named.out()).get(0);
            assertThat(device.get("in_use").asString()).contains("4791");
            assertThat(device.get("node_guid").asString())
                    .isEqualTo(DeviceFacts.of(context, false).get("node_guid"));
            assertThat(device.get("ports").get(0).get("gids").size()).isEqualTo(1);
        }
    }

    @Test
    void shouldNameDevicesWithoutTheInterface() {
        assertThat(Verbs.devices()).extracting(Device::name).noneMatch(name -> name.contains("%"));
    }
}
