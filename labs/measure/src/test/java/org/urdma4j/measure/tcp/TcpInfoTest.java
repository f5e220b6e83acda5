package org.urdma4j.measure.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The places of the fields are those of struct tcp_info in linux/tcp.h. */
class TcpInfoTest {
    private final ByteBuffer info =
            ByteBuffer.allocate(TcpInfo.BYTES).order(ByteOrder.nativeOrder());

    @Test
    void shouldReadTheFieldsWhereTheKernelPutsThem() {
        info.putInt(16, 1448); // tcpi_snd_mss
        info.putInt(24, 100); // tcpi_unacked
        info.putInt(28, 30); // tcpi_sacked
        info.putInt(32, 5); // tcpi_lost
        info.putInt(36, 2); // tcpi_retrans
        info.putInt(68, 21_500); // tcpi_rtt
        info.putInt(100, 77); // tcpi_total_retrans
        info.putLong(104, 125_000_000L); // tcpi_pacing_rate, bytes a second
        info.putLong(120, 5_000_000_000L); // tcpi_bytes_acked
        info.putInt(148, 20_050); // tcpi_min_rtt
        info.putInt(156, -2); // tcpi_data_segs_out, 32 bits without a sign
        info.putLong(200, 6_000_000_000L); // tcpi_bytes_sent
        info.putInt(216, 3); // tcpi_dsack_dups

        TcpInfo read = TcpInfo.parse(info);

        assertThat(read)
                .isEqualTo(
                        new TcpInfo(
                                1448,
                                21_500,
                                20_050,
                                67 * 1448,
                                4_294_967_294L,
                                77,
                                3,
                                1_000_000_000L,
                                6_000_000_000L,
                                5_000_000_000L));
    }

    @Test
    void shouldTakeAllOnesForUnknown() {
        info.putInt(148, -1).putLong(104, -1);

        assertThat(TcpInfo.parse(info).minRttUs()).isZero();
        assertThat(TcpInfo.parse(info).pacingBps()).isZero();
    }

    @Test
    void shouldNotCountBelowZeroInFlight() {
        info.putInt(16, 1000).putInt(24, 1).putInt(28, 3);

        assertThat(TcpInfo.parse(info).inFlightBytes()).isZero();
    }
}
