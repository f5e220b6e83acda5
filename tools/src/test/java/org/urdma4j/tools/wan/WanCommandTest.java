package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.fec.FecMode;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.tools.Invocation;
import org.urdma4j.wan.WanConfig;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.util.ArrayList;
import java.util.List;

/** What the options become; no path is opened here. */
class WanCommandTest {
    @Command
    private static final class Holder {
        @Mixin private final WanArguments arguments = new WanArguments();
    }

    private static WanConfig parse(String options) {
        return parse("a", "b", options.isEmpty() ? List.of() : List.of(options.split(" ")));
    }

    static WanConfig parse(String first, String second, List<String> options) {
        Holder holder = new Holder();
        List<String> words = new ArrayList<>(List.of("--between", first, second));
        words.addAll(options);
        new CommandLine(holder).parseArgs(words.toArray(String[]::new));
        return holder.arguments.config();
    }

    @Test
    void defaultsShouldBeAGigabitWithTwentyMilliseconds() {
        WanConfig config = parse("");
        assertThat(config.from()).isEqualTo("a");
        assertThat(config.to()).isEqualTo("b");
        assertThat(config.mtu()).isEqualTo(1500);
        assertThat(config.rttNs()).isEqualTo(20_000_000);
        assertThat(config.there().rateBps()).isEqualTo(1_000_000_000);
        assertThat(config.there().queueBytes()).isEqualTo(2_500_000);
        assertThat(config.there().framingBytes()).isEqualTo(24);
        assertThat(config.there().loss().meanLoss()).isZero();
        assertThat(config.there()).isEqualTo(config.back());
    }

    @Test
    void whatGoesWrongShouldDoSoOnTheWayThere() {
        WanConfig config =
                parse(
                        "--rate 5G --delay 40ms --loss 0.1% --queue 1MiB --reorder 1%,2ms"
                                + " --duplicate 0.2% --corrupt 1e-4 --mtu 9000 --jitter 100us");
        LinkConfig there = config.there();
        assertThat(there.loss().meanLoss()).isEqualTo(0.001);
        assertThat(there.queueBytes()).isEqualTo(1 << 20);
        assertThat(there.reorderProbability()).isEqualTo(0.01);
        assertThat(there.reorderNs()).isEqualTo(2_000_000);
        assertThat(there.duplicateProbability()).isEqualTo(0.002);
        assertThat(there.corruptProbability()).isEqualTo(1e-4);
        assertThat(there.jitterNs()).isEqualTo(100_000);
        LinkConfig back = config.back();
        assertThat(back.delayNs()).isEqualTo(40_000_000);
        assertThat(back.rateBps()).isEqualTo(5_000_000_000L);
        assertThat(back.jitterNs()).isEqualTo(100_000);
        assertThat(back.loss().meanLoss()).isZero();
        assertThat(back.duplicateProbability()).isZero();
    }

    @Test
    void theWayBackShouldHaveItsOwnLoss() {
        WanConfig config = parse("--reverse-loss 2%");
        assertThat(config.there().loss().meanLoss()).isZero();
        assertThat(config.back().loss().meanLoss()).isEqualTo(0.02);
    }

    @Test
    void bothQueuesShouldMark() {
        WanConfig config = parse("--ecn 100KB,400KB,20%");
        assertThat(config.there().marking()).isEqualTo(new RedMarking(100_000, 400_000, 0.2));
        assertThat(config.back().marking()).isEqualTo(config.there().marking());
        assertThat(parse("").there().marking()).isEqualTo(RedMarking.NONE);
        assertThat(parse("--ecn none --rate unlimited").back().marking())
                .isEqualTo(RedMarking.NONE);
    }

    @Test
    void burstsShouldSayHowMuchIsLost() {
        // 0.1 % to the bad state and 25 % out of it, where all is lost
        assertThat(parse("--loss-model burst:2s,20ms,0.8").there().loss())
                .isEqualTo(LossSpec.parse("burst:2s,20ms,0.8"));
        assertThat(parse("--loss-model ge:0.1%,25%,1").there().loss().meanLoss())
                .isCloseTo(0.001 / 0.251, offset(1e-9));
    }

    @Test
    void memoryShouldHoldTwiceWhatFitsThePath() {
        LinkConfig link = parse("--rate 5G --delay 40ms --queue 20ms").there();
        // 5 Gbit/s for 60 ms is 37.5 MB
        assertThat(WanConfig.ringBytes(link)).isEqualTo(75_000_000 + (32 << 20));
    }

    @Test
    void theSlackShouldBeHalfOfTheLimit() {
        assertThat(parse("").slackNs()).isEqualTo(200_000);
        assertThat(parse("--delay 40ms").slackNs()).isEqualTo(500_000);
        assertThat(parse("--delay 0").slackNs()).isZero();
    }

    @Test
    void gatewaysShouldBeSizedByWhatMayBeUnderWay() {
        assertThat(parse("").gateways()).isEmpty();
        GatewayConfig each =
                parse("--rate 1G --delay 10ms --queue 20ms --gateways copy")
                        .gateways()
                        .orElseThrow()
                        .each();
        // 20 ms there and back, and 20 ms in a queue; three and four times that
        assertThat(each.reorderBytes()).isEqualTo(15_000_000);
        assertThat(each.copyBytes()).isEqualTo(20_000_000);
        assertThat(each.longRttNs()).isEqualTo(20_000_000);
        assertThat(each.rateBps()).isEqualTo(1_000_000_000);
        assertThat(parse("--gateways fec --mtu 9000").gateways().orElseThrow().each())
                .extracting(GatewayConfig::fec, GatewayConfig::mtu)
                .containsExactly(FecMode.parse("8,1"), 9000);
        assertThat(parse("--gateways lr2").gateways().orElseThrow().each().copyBytes()).isZero();
        assertThat(parse("--gateways copy --copy-pool 1M --max-flows 8").gateways().orElseThrow())
                .extracting(pair -> pair.each().copyBytes(), pair -> pair.each().maxFlows())
                .containsExactly(1L << 20, 8);
    }

    @Test
    void aWrongCallShouldBeOneLineAndStatusTwo() {
        for (String[] call :
                new String[][] {
                    {"wan"},
                    {"wan", "--between", "a"},
                    {"wan", "--between", "a", "a"},
                    {"wan", "--between", "a", "b", "--rate", "fast"},
                    {"wan", "--between", "a", "b", "--mtu", "100"},
                    {"wan", "--between", "a", "b", "--time", "0"}
                }) {
            Invocation invocation = Invocation.of((Object[]) call);
            assertThat(invocation.status()).as(String.join(" ", call)).isEqualTo(2);
            assertThat(invocation.errLines()).hasSize(2);
            assertThat(invocation.errLines().getLast()).isEqualTo("Try: ./urdma wan --help");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--rate fast; fast",
                "--delay 10; 10",
                "--loss 200%; 200%",
                "--queue 20mss; 20mss",
                "--loss-model burst; burst:GOOD,BAD,H",
                "--loss-model burst:2s,20; 20",
                "--loss 1% --loss-model burst:2s,20ms; leave --loss out",
                "--loss 1% --loss-model ge:1%,50%; leave --loss out",
                "--mtu 1279; 1280",
                "--ecn 400KB; K_MIN,K_MAX,P_MAX",
                "--ecn 400KB,100KB,0.2; no less",
                "--ecn 1KB,2KB,0.2 --rate unlimited; --rate unlimited has none",
                "--reorder 1%,0; above 0",
                "--gateways sr; none, lr2, copy and fec",
                "--gateways copy --fec auto; K,R",
                "--gateways copy --fec 8; 8",
                "--gateways none --fec 8,1; --gateways",
                "--gateways copy --rate unlimited; --rate",
                "--copy-pool 1M; --gateways",
                "--gateways copy --copy-pool 1000G; at most",
                "--gateways lr2 --copy-pool 1M; copy",
                "--gateways copy --backup-pool many; many",
                "--gateways copy --max-flows 0; --max-flows",
                "--gateways copy --long-rtt 1ns; --long-rtt",
                "--gateways copy --key /nowhere; /nowhere"
            })
    void whatCannotBeReadShouldBeRefused(String options, String word) {
        assertThatThrownBy(() -> parse(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(word);
    }
}
