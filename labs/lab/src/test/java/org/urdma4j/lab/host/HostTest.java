package org.urdma4j.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.urdma4j.gateway.process.Subprocess;

import java.util.List;

@DisabledOnOs(OS.WINDOWS)
@Timeout(30)
class HostTest {
    @Test
    void shouldKillAndForgetAtTheEnd() throws Exception {
        Host host = new Host();
        Subprocess child = host.start("wan", List.of("sh", "-c", "echo up; exec sleep 60"));
        child.awaitLine(_ -> true, 10);
        long pid = child.pid();

        host.close();

        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        assertThatIOException()
                .isThrownBy(() -> host.start("wan", List.of("true")))
                .withMessageContaining("torn down");
    }
}
