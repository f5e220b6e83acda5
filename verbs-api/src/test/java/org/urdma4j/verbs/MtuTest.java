package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MtuTest {
    @ParameterizedTest
    @CsvSource({
        "MTU_256, 256",
        "MTU_512, 512",
        "MTU_1024, 1024",
        "MTU_2048, 2048",
        "MTU_4096, 4096"
    })
    void shouldConvertToBytesAndBack(Mtu mtu, int bytes) {
        assertThat(mtu.bytes()).isEqualTo(bytes);
        assertThat(Mtu.ofBytes(bytes)).isSameAs(mtu);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 128, 1000, 1500, 8192, -256})
    void shouldRefuseOtherSizes(int bytes) {
        assertThatThrownBy(() -> Mtu.ofBytes(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("256, 512, 1024, 2048 or 4096");
    }
}
