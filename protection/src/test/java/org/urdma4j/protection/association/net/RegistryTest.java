package org.urdma4j.protection.association.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.protection.key.Role;

import java.net.InetAddress;
import java.util.Optional;

class RegistryTest {
    private static final InetAddress PEER = InetAddress.ofLiteral("192.0.2.1");

    private final Registry registry = new Registry();

    private Optional<AssociationThread> make() {
        return registry.make(index -> new AssociationThread(null, PEER, Role.SERVER, index));
    }

    @Test
    void shouldKeepSoManyAndNoMore() {
        for (int i = 0; i < Registry.MOST; i++) {
            assertThat(make()).isPresent();
        }
        assertThat(make()).isEmpty();
        registry.remove(registry.all().getFirst());
        assertThat(make()).isPresent();
        assertThat(make()).isEmpty();
        assertThat(registry.all()).hasSize(Registry.MOST);
    }

    @Test
    void shouldKeepNoneOnceItIsClosed() {
        assertThat(make()).isPresent();
        assertThat(registry.close()).hasSize(1);
        assertThat(make()).isEmpty();
    }
}
