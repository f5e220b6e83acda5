package org.urdma4j.transport.stat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessIdentityTest {
    private final ProcessIdentity own = ProcessIdentity.current();

    @Test
    void shouldKnowThatItIsAlive() {
        assertThat(own.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(own.isDead()).isFalse();
        assertThat(own.isComparable()).isTrue();
    }

    @Test
    void shouldNoticeThatANumberIsSomebodyElsesNow() {
        assertThat(new ProcessIdentity(own.pid(), own.startMs() - 60_000, own.namespace()).isDead())
                .isTrue();
    }

    @Test
    void shouldNoticeTheEndOfAProcess() throws Exception {
        Process process = new ProcessBuilder("sleep", "100").start();
        ProcessIdentity sleeper = new ProcessIdentity(process.pid(), 0, own.namespace());
        assertThat(sleeper.isDead()).isFalse();

        process.destroyForcibly().waitFor();

        assertThat(sleeper.isDead()).isTrue();
    }

    @Test
    void shouldTakeNobodyInAnotherNamespaceForDead() {
        ProcessIdentity elsewhere = new ProcessIdentity(4_000_000, 1, own.namespace() + 1);

        assertThat(elsewhere.isComparable()).isFalse();
        assertThat(elsewhere.isDead()).isFalse();
    }
}
