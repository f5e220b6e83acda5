package org.urdma4j.transport.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.qp.EngineConfig;

import java.util.SplittableRandom;

class ShardNumberTest {
    @Test
    void shouldKeepManagementWithTheFirst() {
        assertThat(new ShardNumber(0, 3).owns(0)).isTrue();
        assertThat(new ShardNumber(0, 3).owns(1)).isTrue();
        assertThat(new ShardNumber(1, 3).owns(1)).isFalse();
        assertThat(new ShardNumber(2, 3).owns(5)).isTrue();
    }

    @Test
    void shouldDrawNumbersOfItsOwnOnly() {
        for (int index = 0; index < 5; index++) {
            ShardNumber number = new ShardNumber(index, 5);
            Shard shard = new Shard(EngineConfig.DEFAULT, new SplittableRandom(7), number);
            for (int i = 0; i < 1_000; i++) {
                int qpn = shard.freshQpn();
                assertThat(qpn).isBetween(2, 0xfffffe).matches(number::owns);
            }
        }
    }

    @Test
    void shouldRefuseWhatThereIsNot() {
        assertThatThrownBy(() -> new ShardNumber(2, 2)).hasMessageContaining("no 2 of 2");
        assertThatThrownBy(() -> new ShardNumber(0, 65)).hasMessageContaining("1 to 64");
    }
}
