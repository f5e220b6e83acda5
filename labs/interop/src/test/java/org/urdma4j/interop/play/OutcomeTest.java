package org.urdma4j.interop.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OutcomeTest {
    @Test
    void shouldBeALine() {
        Outcome outcome = new Outcome("send", "rxe asks", "4", "1024", true, 17, "1 MB/s,\n fast");

        assertThat(outcome.line()).isEqualTo("pass\tsend\trxe asks\t4\t1024\t17\t1 MB/s, fast");
        assertThat(Outcome.parse(outcome.line()).line()).isEqualTo(outcome.line());
    }

    @Test
    void shouldTellAFailure() {
        Outcome outcome = Outcome.parse("fail\ticrcs\t\t\t\t0\t");

        assertThat(outcome).isEqualTo(new Outcome("icrcs", "", "", "", false, 0, ""));
    }

    @Test
    void shouldRefuseWhatIsNone() {
        assertThatThrownBy(() -> Outcome.parse("Exception in thread"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Exception in thread");
    }
}
