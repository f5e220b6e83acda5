package org.urdma4j.gateway.fec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinkNumbersTest {
    @Test
    void tagsShouldTellNumbersThatAreNearAndNeverBeZero() {
        for (long newest = LinkNumbers.FIRST - 200; newest < LinkNumbers.FIRST + 200; newest++) {
            for (int ahead = -31; ahead <= 31; ahead++) {
                int tag = LinkNumbers.tag(newest + ahead);
                assertThat(tag).isBetween(1, 63);
                assertThat(LinkNumbers.unwrap(newest, tag)).isEqualTo(newest + ahead);
            }
        }
    }

    @Test
    void bitsShouldTellNumbersAcrossTheirWrap() {
        assertThat(LinkNumbers.bits(LinkNumbers.FIRST)).isZero();
        for (long newest = 2 * LinkNumbers.FIRST - 9;
                newest < 2 * LinkNumbers.FIRST + 9;
                newest++) {
            for (long ahead = -1_000_000; ahead <= 1_000_000; ahead += 99_991) {
                int bits = LinkNumbers.bits(newest + ahead);
                assertThat(LinkNumbers.near(newest, bits)).isEqualTo(newest + ahead);
            }
        }
    }
}
