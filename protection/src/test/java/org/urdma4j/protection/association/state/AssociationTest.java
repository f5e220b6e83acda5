package org.urdma4j.protection.association.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.protection.association.message.Message.Heartbeat;
import org.urdma4j.protection.association.message.Message.Renewal;
import org.urdma4j.protection.association.message.Message.Renewed;
import org.urdma4j.protection.association.message.Message.Welcome;
import org.urdma4j.protection.association.tls.TlsPair;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** In virtual time. */
class AssociationTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private static void assertSameKeys(TwoEnds ends, Integer... generations) {
        assertThat(ends.clientKeys).isEqualTo(ends.serverKeys).containsOnlyKeys(generations);
    }

    @Test
    void shouldBeEstablishedWithTheSmallerEpoch() {
        TwoEnds ends = TwoEnds.hourly();

        assertThat(ends.clientEvents).containsExactly("established 2222 12 600");
        assertThat(ends.serverEvents).containsExactly("established 1111 12 600");
        assertSameKeys(ends, 0);
        assertThat(ends.client.isConnected()).isTrue();
        assertThat(ends.server.isConnected()).isTrue();
    }

    @Test
    void shouldStayQuietUntilRenewal() {
        TwoEnds ends = TwoEnds.hourly().pass(HOUR.minus(SECOND));

        assertThat(ends.clientEvents).hasSize(1);
        assertThat(ends.serverEvents).hasSize(1);
    }

    /** The server may seal first: when it does, the client can open. */
    @Test
    void shouldRenewEachHourAndKeepTheOldKeysForTenSeconds() {
        TwoEnds ends = TwoEnds.hourly().pass(HOUR);

        assertThat(ends.clientEvents).endsWith("renewed 1", "seal 1");
        assertThat(ends.serverEvents).endsWith("renewed 1", "seal 1");
        assertSameKeys(ends, 0, 1);
        ends.pass(SECOND.multipliedBy(9));
        assertSameKeys(ends, 0, 1);
        ends.pass(SECOND);
        assertSameKeys(ends, 1);
        assertThat(ends.clientEvents).endsWith("retired 0");
        ends.pass(HOUR.multipliedBy(30));
        assertThat(ends.connects).hasSize(1);
        assertThat(ends.clientKeys.keySet()).containsExactly(31);
    }

    /** However fast the server is, and slow the client. */
    @Test
    void shouldOpenAGenerationBeforeTheServerCanSealByIt() {
        TwoEnds ends = TwoEnds.hourly().pass(HOUR.multipliedBy(3));
        ends.breakConnection();
        ends.pass(HOUR.multipliedBy(3));

        assertThat(ends.serverEvents).contains("seal 6");
        assertThat(ends.sealedTooEarly).isEmpty();
    }

    @Test
    void shouldCountGenerationsAround() {
        TwoEnds ends = TwoEnds.hourly().pass(HOUR.multipliedBy(258).plus(MINUTE));

        assertSameKeys(ends, 2);
        assertThat(ends.serverEvents).contains("renewed 255", "renewed 0", "seal 0", "retired 255");
    }

    @Test
    void shouldLetTheClientSealOnlyWhenTheServerSaysSo() {
        TwoEnds ends = TwoEnds.hourly();
        ends.passes = message -> !(message instanceof Renewed);
        ends.pass(HOUR);

        assertThat(ends.clientEvents).endsWith("renewed 1").doesNotContain("seal 1");
        assertThat(ends.serverEvents).endsWith("renewed 1", "seal 1");
        ends.passes = _ -> true;
        ends.pass(MINUTE.multipliedBy(2));
        assertThat(ends.clientEvents).contains("seal 2");
        assertSameKeys(ends, 2);
    }

    @Test
    void shouldOutliveHandshakesThatFailForAnHour() {
        TwoEnds ends = TwoEnds.hourly();
        ends.passes = message -> !(message instanceof Renewal);
        ends.pass(HOUR.multipliedBy(2));

        assertThat(ends.client.isConnected()).isTrue();
        assertThat(ends.clientEvents)
                .filteredOn(event -> event.startsWith("failed keys aren't renewed"))
                .hasSizeBetween(40, 60);
        assertSameKeys(ends, 0);
        ends.passes = _ -> true;
        ends.pass(MINUTE.multipliedBy(2));
        assertThat(ends.clientKeys).isEqualTo(ends.serverKeys).hasSize(1).doesNotContainKey(0);
    }

    @Test
    void shouldEndWithoutAHandshakeForADay() {
        TwoEnds ends = TwoEnds.hourly();
        ends.passes = message -> !(message instanceof Renewal);
        ends.pass(HOUR.multipliedBy(24).minus(SECOND));
        assertThat(ends.client.isEnded()).isFalse();

        ends.pass(SECOND.multipliedBy(2));

        assertThat(ends.clientEvents).endsWith("ended keys expired");
        assertThat(ends.serverEvents.getLast())
                .isIn("ended keys expired", "ended the peer has ended it");
        assertThat(ends.client.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldEndAtBothEndsWhenNothingArrivesForADay() {
        TwoEnds ends = TwoEnds.hourly();
        ends.reachable = false;
        ends.pass(HOUR.multipliedBy(25));

        assertThat(ends.clientEvents).endsWith("ended keys expired");
        assertThat(ends.serverEvents).endsWith("ended keys expired");
    }

    @Test
    void shouldConnectAgainAfterThreeHeartbeatsAreMissing() {
        TwoEnds ends = TwoEnds.hourly();
        ends.passes = message -> !(message instanceof Heartbeat);
        ends.pass(Duration.ofMillis(44_999));
        assertThat(ends.connects).hasSize(1);

        ends.pass(Duration.ofMillis(2));

        assertThat(ends.connects).hasSize(2);
        assertThat(ends.clientEvents)
                .contains("failed 3 heartbeats of the peer are missing", "renewed 1", "seal 1");
        assertThat(ends.clientKeys.get(1)).isEqualTo(ends.serverKeys.get(1)).isNotNull();
    }

    @Test
    void shouldNotMissHeartbeatsThatArrive() {
        TwoEnds ends = TwoEnds.hourly().pass(MINUTE.multipliedBy(50));

        assertThat(ends.connects).hasSize(1);
    }

    @Test
    void shouldComeBackWithTheNextGeneration() {
        TwoEnds ends = TwoEnds.hourly();
        ends.breakConnection();
        ends.pass(MINUTE);

        assertThat(ends.connects).hasSize(2);
        assertSameKeys(ends, 1);
        assertThat(ends.serverEvents).contains("renewed 1", "seal 1", "retired 0");
    }

    @Test
    void shouldTryLessOftenWhileThePeerIsAway() {
        TwoEnds ends = TwoEnds.hourly();
        ends.reachable = false;
        ends.breakConnection();
        ends.pass(HOUR);

        assertThat(ends.connects.size()).isBetween(60, 90);
        long first = ends.connects.get(2) - ends.connects.get(1);
        assertThat(first).isBetween(TwoEnds.SECOND * 3 / 4, TwoEnds.SECOND);
        assertSameKeys(ends, 0);
        ends.reachable = true;
        ends.pass(MINUTE.multipliedBy(2));
        assertSameKeys(ends, 1);
    }

    /** The server may have sealed by a generation whose WELCOME never came. */
    @Test
    void shouldBeAbleToOpenWhatTheServerSealsBeforeItsAnswerIsThere() {
        TwoEnds ends = TwoEnds.hourly();
        ends.passes = message -> !(message instanceof Welcome);
        ends.breakConnection();
        ends.pass(Duration.ofMillis(500));

        assertThat(ends.serverEvents).contains("seal 1");
        assertThat(ends.clientEvents).contains("renewed 1").doesNotContain("seal 1");
        assertThat(ends.clientKeys.get(1)).isEqualTo(ends.serverKeys.get(1));
        ends.passes = _ -> true;
        ends.pass(MINUTE);
        assertThat(ends.clientEvents).contains("seal 2");
        assertSameKeys(ends, 2);
    }

    @Test
    void shouldEndWhenThePeerHasBegunAnew() {
        TwoEnds ends = TwoEnds.hourly();
        ends.serverForgot = true;
        ends.breakConnection();
        ends.pass(SECOND);

        assertThat(ends.clientEvents.getLast())
                .isEqualTo("ended the peer has begun anew and doesn't know this association");
    }

    @Test
    void shouldFailAtOnceWithoutAFirstConnection() {
        TwoEnds wrongKey =
                new TwoEnds(HOUR, TwoEnds.TLS, TlsPair.settings(TlsPair.psk(2)), new UUID(1, 2));

        assertThat(wrongKey.clientEvents).containsExactly("failed TLS failed", "ended TLS failed");
        assertThat(wrongKey.server).isNull();
    }

    /** A shared key can't tell who sent a message back to where it came from (RFC 8773, Selfie). */
    @Test
    void shouldNotTalkToItself() {
        TwoEnds mirror = new TwoEnds(HOUR, TwoEnds.TLS, TwoEnds.TLS, new UUID(1, 1));

        assertThat(mirror.clientEvents)
                .containsExactly(
                        "failed the peer is this device itself",
                        "ended the peer is this device itself");
    }

    @Test
    void shouldEndAtBothEndsWhenOneCloses() {
        TwoEnds ends = TwoEnds.hourly();
        ends.server.close("device closed", ends.nowNs);
        ends.settle();

        assertThat(ends.serverEvents).endsWith("ended device closed");
        assertThat(ends.clientEvents).endsWith("ended the peer has ended it");
        assertThat(List.of(ends.client.isEnded(), ends.server.isEnded()))
                .containsExactly(true, true);
    }
}
