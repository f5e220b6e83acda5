package org.urdma4j.forward.exit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;

class StreamLimitsTest {
    @Test
    void shouldCountStreamsOfAllAndOfEach() {
        StreamLimits limits = new StreamLimits(3, 2);
        InetAddress one = InetAddress.ofLiteral("192.0.2.1");
        InetAddress other = InetAddress.ofLiteral("192.0.2.2");
        assertThat(limits.enter(one)).isNull();
        assertThat(limits.enter(one)).isNull();
        assertThat(limits.enter(one)).isEqualTo("that peer has 2 streams already");
        assertThat(limits.enter(other)).isNull();
        assertThat(limits.enter(other)).isEqualTo("there are 3 streams already");
        limits.decided(one);
        limits.leave(one);
        assertThat(limits.enter(other)).isNull();
    }

    @Test
    void shouldCountStreamsThatAreNotOpenYet() {
        StreamLimits limits = new StreamLimits(1000, 1000);
        InetAddress one = InetAddress.ofLiteral("192.0.2.1");
        InetAddress other = InetAddress.ofLiteral("192.0.2.2");
        for (int i = 0; i < 250; i++) {
            assertThat(limits.enter(one)).isNull();
            assertThat(limits.enter(other)).isNull();
        }
        assertThat(limits.enter(one))
                .isEqualTo("there are 500 streams that aren't open yet already");
        limits.decided(other);
        assertThat(limits.enter(one))
                .isEqualTo("that peer has 250 streams that aren't open yet already");
        assertThat(limits.enter(other)).isNull();
    }
}
