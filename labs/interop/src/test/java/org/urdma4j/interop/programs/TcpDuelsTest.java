package org.urdma4j.interop.programs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What is read from perftest's tables; the rows are of its version 6.06. */
class TcpDuelsTest {
    private static final String BANDWIDTHS =
            " #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]";

    private static final String LATENCIES =
            " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]"
                    + "    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec]";

    private static String bandwidth(String row) {
        return TcpDuels.bandwidth(List.of("local address", BANDWIDTHS, row, "-----"), 1 << 20);
    }

    private static String latency(String row) {
        return TcpDuels.latency(List.of(LATENCIES, row), 64);
    }

    @Test
    void shouldTakeTheAverageBandwidth() {
        assertThat(
                        bandwidth(
                                " 1048576    5                7.38               6.35   \t\t   0.000006"))
                .isEqualTo("6.35 MiB/s");
    }

    @Test
    void shouldTakeTheLatencyOf99OfAHundred() {
        assertThat(
                        latency(
                                " 64      300          5825.65        37652.31      7851.95  "
                                        + "\t       8128.34     \t2100.63\t\t16964.94 \t\t37652.31"))
                .isEqualTo("16964.94 us in the 99th percentile");
    }

    @Test
    void shouldNotTakeWhatPerftestCouldNotTimeForAFigure() {
        assertThat(
                        bandwidth(
                                " 1048576    5                0.00               0.00   \t\t   0.000000"))
                .isEqualTo(TcpDuels.UNMEASURED);
        assertThat(latency(" 64 300 inf inf inf inf -nan inf inf")).isEqualTo(TcpDuels.UNMEASURED);
    }

    @Test
    void shouldFindNothingInATableOfAnotherLength() {
        assertThat(
                        bandwidth(
                                " 65536    5                7.38               6.35   \t\t   0.000006"))
                .isEmpty();
    }
}
