package org.urdma4j.transport.port.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How often the kernel is asked for a MAC address. */
class NeighbourTest {
    private static final long MS = 1_000_000;
    private static final long MAC = 0x0200_0000_0002L;

    private long known = NextHop.UNKNOWN;
    private int queries;
    private int nudges;
    private final Neighbour neighbour = new Neighbour(this::query, () -> nudges++, 0);

    private long query() {
        queries++;
        return known;
    }

    private void useUntil(long fromMs, long toMs) {
        for (long ms = fromMs; ms < toMs; ms++) {
            for (int batch = 0; batch < 100; batch++) {
                neighbour.use(ms * MS);
            }
        }
    }

    @Test
    void shouldAskNowAndThenWhileNobodyKnows() {
        useUntil(0, 1000);

        // after 1, 2, 3, 4, 6, 10, 17 and 30 ms, then each 20
        assertThat(queries).isBetween(1 + 8 + 40, 1 + 8 + 49);
        assertThat(neighbour.mac()).isEqualTo(NextHop.UNKNOWN);
        assertThat(nudges).isEqualTo(1);
    }

    @Test
    void shouldFindOutSoonAndAskLessOften() {
        useUntil(0, 100);
        known = MAC;
        useUntil(100, 121);
        assertThat(neighbour.mac()).isEqualTo(MAC);
        int asked = queries;

        useUntil(121, 2100);

        assertThat(queries - asked).isBetween(19, 20);
        assertThat(nudges).isEqualTo(3);
    }

    @Test
    void shouldGoOnWithWhatWasRight() {
        known = MAC;
        useUntil(0, 200);
        known = NextHop.UNKNOWN;
        useUntil(200, 400);
        assertThat(neighbour.mac()).isEqualTo(MAC);
        known = MAC + 1;

        useUntil(400, 600);

        assertThat(neighbour.mac()).isEqualTo(MAC + 1);
    }
}
