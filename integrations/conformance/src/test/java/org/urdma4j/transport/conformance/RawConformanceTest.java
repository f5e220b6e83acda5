package org.urdma4j.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.port.raw.UserNamespace;

/**
 * Over whole Ethernet frames, without root: in namespaces of a user, {@code unshare -Urnm}. Skipped
 * where users can't make them.
 */
@Tag("userns")
@Timeout(300)
class RawConformanceTest {
    @BeforeAll
    static void canMakeNamespaces() throws Exception {
        UserNamespace.require();
    }

    @Test
    void shouldConformOverEveryEncapsulationInBothProfiles() throws Exception {
        assertThat(UserNamespace.run(UserNamespace.java(RawConformanceRun.class)))
                .contains(SuiteRun.PASSED);
    }
}
