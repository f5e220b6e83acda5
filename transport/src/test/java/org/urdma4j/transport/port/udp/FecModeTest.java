package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.VerbsException;

/** A mode of error correction that no sender can serve is refused when it is given. */
@Timeout(60)
class FecModeTest {
    private final MemoryNetwork network = new MemoryNetwork("modes");

    private BackendEnd end(String address) {
        return new BackendEnd(
                MemoryPort.open(network, Gid.parse(address), MemoryPortConfig.builder().build()));
    }

    private static QpAttr options(String mode) {
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(1024).fec(8).build();
        return new QpAttr()
                .urdmaOffer(offer)
                .urdmaPeerOffer(offer)
                .urdmaTuning(UrdmaTuning.builder().fec(mode).build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"20,129", "2d:120,120", "2d:128,1"})
    void shouldRefuseMoreThanASenderMakes(String mode) {
        try (BackendEnd a = end("10.0.0.1");
                BackendEnd b = end("10.0.0.2")) {
            assertThatThrownBy(() -> BackendEnd.connect(a, b, options(mode)))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                    .hasMessageContaining("at most 128 repair packets");
            assertThat(a.qp.state()).isEqualTo(QpState.INIT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"511,128", "2d:64,64", "1,1"})
    void shouldServeWhatItTakes(String mode) {
        try (BackendEnd a = end("10.0.0.1");
                BackendEnd b = end("10.0.0.2")) {
            BackendEnd.connect(a, b, options(mode));
            assertThat(a.qp.state()).isEqualTo(QpState.RTS);
        }
    }
}
