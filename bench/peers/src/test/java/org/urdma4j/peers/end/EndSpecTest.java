package org.urdma4j.peers.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

class EndSpecTest {
    private static final EndSpec SPEC =
            new EndSpec(
                    new InetSocketAddress("10.0.0.1", 4791),
                    new InetSocketAddress("10.0.0.2", 4792),
                    1500,
                    3,
                    5,
                    EndSpec.ENDLESS,
                    Path.of("/folder with blank"));

    @Test
    void shouldReachTheOtherProcessAsItIs() {
        assertThat(EndSpec.parse(SPEC.words())).isEqualTo(SPEC);
        assertThat(SPEC.datagramBytes()).isEqualTo(1472);
    }

    @Test
    void shouldRefuseWhatPeopleType() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EndSpec.parse(List.of("10.0.0.1", "4791")))
                .withMessage("bench/baseline peers starts this, not people");
    }
}
