package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;

/** Expected bytes: ip(7), ipv6(7), port and address in the order of the network. */
class SocketAddressesTest {
    private static String bytes(MemorySegment memory, long count) {
        return HexFormat.of().formatHex(memory.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE));
    }

    @ParameterizedTest
    @CsvSource({
        "10.77.0.1,  7174, 02001c060a4d00010000000000000000",
        "255.0.0.128, 65535, 0200ffffff0000800000000000000000",
        "fd77::fe, 1, 0a00000100000000fd7700000000000000000000000000fe00000000"
    })
    void shouldBeAsTheKernelHasThem(String address, int port, String expected) {
        InetSocketAddress from = new InetSocketAddress(InetAddress.ofLiteral(address), port);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment written = SocketAddresses.write(from, arena);
            assertThat(bytes(written, expected.length() / 2)).isEqualTo(expected);
            assertThat(SocketAddresses.read(written)).isEqualTo(from);
        }
    }

    @Test
    void shouldKeepTheInterfaceOfALinksOwnAddress() throws Exception {
        byte[] raw = InetAddress.ofLiteral("fe80::7").getAddress();
        InetSocketAddress from = new InetSocketAddress(Inet6Address.getByAddress(null, raw, 3), 9);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment written = SocketAddresses.write(from, arena);
            assertThat(bytes(written, 28))
                    .isEqualTo("0a00000900000000fe80000000000000000000000000000703000000");
            InetSocketAddress read = SocketAddresses.read(written);
            assertThat(((Inet6Address) read.getAddress()).getScopeId()).isEqualTo(3);
        }
    }

    @Test
    void shouldBeNoneOfAnUnknownFamily() {
        try (Arena arena = Arena.ofConfined()) {
            assertThat(SocketAddresses.read(arena.allocate(Structs.SOCKADDR_BYTES, 8))).isNull();
        }
    }
}
