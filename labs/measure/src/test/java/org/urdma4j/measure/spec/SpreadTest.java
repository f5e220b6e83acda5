package org.urdma4j.measure.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.PathPolicy;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaRail;

import java.net.InetAddress;
import java.util.List;

class SpreadTest {
    private static final Spread.Pair ONE = new Spread.Pair("10.0.1.1", "10.0.1.2");
    private static final Spread.Pair TWO = new Spread.Pair("10.0.2.1", "10.0.1.2");
    private static final Spread SPREAD =
            new Spread(true, List.of(ONE, TWO), 3, 16_384, "rr", false);

    @Test
    void shouldTellEachSideItsAddressesAndPaths() {
        assertThat(SPREAD.addresses(Side.CLIENT))
                .containsExactly(
                        InetAddress.ofLiteral("10.0.1.1"), InetAddress.ofLiteral("10.0.2.1"));
        assertThat(SPREAD.addresses(Side.SERVER))
                .containsExactly(InetAddress.ofLiteral("10.0.1.2"));
        UrdmaPaths paths = SPREAD.paths(Side.SERVER);
        assertThat(paths.enabled()).isTrue();
        assertThat(paths.rails())
                .containsExactly(
                        new UrdmaRail(Gid.parse("10.0.1.2"), Gid.parse("10.0.1.1")),
                        new UrdmaRail(Gid.parse("10.0.1.2"), Gid.parse("10.0.2.1")));
        assertThat(paths.entropies()).isEqualTo(3);
        assertThat(paths.containerBytes()).isEqualTo(16_384);
        assertThat(paths.policy()).isEqualTo(PathPolicy.ROUND_ROBIN);
        assertThat(Spread.NONE.paths(Side.CLIENT)).isEqualTo(UrdmaPaths.OFF);
    }

    /** As it goes over the control connection. */
    @Test
    void shouldComeBackFromJson() {
        RunSpec spec =
                new RunSpec(
                        Protocol.URDMA,
                        Operation.WRITE,
                        Direction.FORWARD,
                        RunSpecs.LOAD,
                        RunSpecs.TUNING.withSpread(SPREAD));
        assertThat(SpecJson.read(SpecJson.write(spec))).isEqualTo(spec);
    }

    @Test
    void shouldBeForUrdmaAlone() {
        Tuning tuning = RunSpecs.TUNING.withSpread(SPREAD);
        assertThatThrownBy(() ->
                        new RunSpec(
                                Protocol.STANDARD,
                                Operation.WRITE,
                                Direction.FORWARD,
                                RunSpecs.LOAD,
                                tuning))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("several paths are for URDMA alone");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 65536, earliest, --entropies",
        "65, 65536, earliest, --entropies",
        "1, 1048577, earliest, 1 MiB at most",
        "1, 255, earliest, less than a packet",
        "1, 65536, best, '--path-policy is earliest, rr or weighted'"
    })
    void shouldRefuseWhatIsOutOfRange(int entropies, int container, String policy, String why) {
        assertThatThrownBy(() -> new Spread(true, List.of(), entropies, container, policy, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void shouldRefusePathsThatAreNone() {
        assertThatThrownBy(() -> new Spread(true, List.of(ONE, ONE), 1, 65_536, "rr", false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("path 10.0.1.1-10.0.1.2 is there twice");
        assertThatThrownBy(() -> new Spread.Pair("fd00::1", "10.0.1.2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("between IPv4 and IPv6");
        assertThatThrownBy(() -> new Spread.Pair("host-b", "10.0.1.2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"host-b\" is no IP address");
    }
}
