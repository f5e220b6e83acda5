package org.urdma4j.tools.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.interop.InteropRun;
import org.urdma4j.interop.guest.GuestScript;
import org.urdma4j.interop.play.Backend;
import org.urdma4j.interop.play.Cases;
import org.urdma4j.tools.terminal.ThisJava;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The quick cases of {@code urdma interop}, if a guest is up. */
@Tag("interop")
class RxeInteropTest {
    private static final String NO_GUEST =
            "needs root, qemu and a guest with rdma_rxe;"
                    + " run tools/interop/rxe-guest up first (docs/interop.md)";

    @TempDir private Path folder;

    @TestFactory
    List<DynamicTest> shouldAgreeWithRdmaRxe() throws Exception {
        GuestScript script = GuestScript.find();
        if (!script.isUp()) {
            System.out.println("Skipped: " + NO_GUEST);
            return List.of(dynamicTest("skipped", () -> abort(NO_GUEST)));
        }
        Predicate<String> quick = InteropRun::isQuick;
        List<DynamicTest> results = new ArrayList<>();
        new InteropRun(
                        script,
                        ThisJava.command(),
                        folder,
                        1,
                        Backend.UDP,
                        outcome ->
                                results.add(
                                        dynamicTest(
                                                outcome.line(),
                                                () -> assertThat(outcome.passed()).isTrue())))
                .play(quick, () -> false);
        assertThat(results).hasSize(Cases.count(quick) + 1);
        return results;
    }
}
