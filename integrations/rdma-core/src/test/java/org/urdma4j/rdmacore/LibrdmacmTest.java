package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

class LibrdmacmTest {
    private static Librdmacm library() {
        try {
            return new Librdmacm(Librdmacm.SYSTEM);
        } catch (IllegalStateException e) {
            return abort("Skipped: " + e.getMessage());
        }
    }

    @Test
    void shouldSayWhichLibraryOrVersionIsMissing() {
        assertThatThrownBy(() -> new Librdmacm("libnothing.so.1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Debian: librdmacm1");
        assertThatThrownBy(() -> new Librdmacm("libc.so.6"))
                .hasMessageContaining(
                        "librdmacm has no rdma_create_event_channel of version RDMACM_1.0");
    }

    @Test
    void shouldSayInALineThatThereIsNoDevice() {
        assumeTrue(
                new RdmaCoreProvider().devices().isEmpty(),
                "Skipped: there is a device here, so there are connections");
        Librdmacm library = library();
        assertThatThrownBy(library::createEventChannel)
                .hasMessage(
                        "ENODEV: no connection manager of the kernel (modprobe rdma_ucm): no such"
                                + " device");
    }
}
