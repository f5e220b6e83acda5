package org.urdma4j.lab.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(120)
class MachineLoadTest {
    /** Whatever else the machine does, a thread that works keeps an idle one from its processor. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldSeeThatAThreadWorks() throws Exception {
        try (MachineLoad load = MachineLoad.watch()) {
            assertThat(load.processors()).isBetween(1, Runtime.getRuntime().availableProcessors());
            while (load.busyNs() < 50_000_000) {
                Thread.onSpinWait();
            }
            long busyNs = load.busyNs();
            assertThat(load.busyNs()).isGreaterThanOrEqualTo(busyNs);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldNotAddUpMoreThanTheProcessorsHave() throws Exception {
        long beginNs = System.nanoTime();
        try (MachineLoad load = MachineLoad.watch()) {
            for (int i = 0; i < 10_000; i++) {
                long busyNs = load.busyNs();
                long pastNs = System.nanoTime() - beginNs;
                assertThat(busyNs).isBetween(0L, load.processors() * pastNs);
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldRecordUntilItIsFinished() throws Exception {
        try (CpuRecorder recorder = new CpuRecorder(MachineLoad.watch(), () -> 0)) {
            long endNs = System.nanoTime() + 1_000_000_000;
            while (System.nanoTime() - endNs < 0) {
                Thread.onSpinWait();
            }
            // what a processor was busy before may be known only now: nearly all of it is asked for
            assertThat(recorder.finish().processors(0.8, 0))
                    .isBetween(0.0, 2.5 * Runtime.getRuntime().availableProcessors());
        }
    }
}
