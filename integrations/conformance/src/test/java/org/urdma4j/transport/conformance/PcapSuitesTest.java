package org.urdma4j.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.port.pcap.PcapInterface;
import org.urdma4j.transport.port.pcap.PcapOptions;
import org.urdma4j.transport.port.raw.UserNamespace;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Through libpcap, without root: in namespaces of a user. Skipped where either is missing. */
@Tag("userns")
@Timeout(300)
class PcapSuitesTest {
    @BeforeAll
    static void canMakeNamespaces() throws Exception {
        UserNamespace.require();
    }

    /**
     * What transport's own tests expect of every backend, through libpcap. Root, who has run the
     * longer one there, does so again by night alone.
     */
    @Test
    void shouldPassTheSuitesOfBackendsWithLibpcap() throws Exception {
        requireLibpcap();
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        List<String> suites =
                root && !Boolean.getBoolean("urdma.nightly")
                        ? List.of("PcapPortTest")
                        : List.of("PcapPortTest", "PcapBackendTest");
        String[] names =
                suites.stream()
                        .map(name -> "org.urdma4j.transport.port.pcap." + name)
                        .toArray(String[]::new);
        assertThat(UserNamespace.run(UserNamespace.java(SuiteRun.class, names)))
                .contains(SuiteRun.PASSED);
    }

    private static void requireLibpcap() {
        try {
            PcapInterface.open("none", new PcapOptions(64, 1 << 20, false, false, false)).close();
        } catch (VerbsException e) {
            if (e.errno() == Errno.EOPNOTSUPP) {
                System.out.println("Skipped: " + e.getMessage());
                abort(e.getMessage());
            }
        }
    }
}
