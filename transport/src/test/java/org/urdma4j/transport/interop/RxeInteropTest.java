package org.urdma4j.transport.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Every operation in both roles, between our stack and Linux's rdma_rxe in a guest. */
@Tag("interop")
class RxeInteropTest {
    private static final Path CAPTURE = Path.of("target", "rxe-interop.pcap").toAbsolutePath();
    private static final String NO_GUEST =
            "needs root, qemu and a guest with rdma_rxe;"
                    + " run tools/interop/rxe-guest up first (docs/interop.md)";
    private static final int ROLES = 2;
    private static final int MTUS = 2;

    @TestFactory
    List<DynamicTest> shouldAgreeWithRdmaRxe() throws Exception {
        Guest guest = Guest.find();
        if (guest == null) {
            System.out.println("Skipped: " + NO_GUEST);
            return List.of(dynamicTest("skipped", () -> abort(NO_GUEST)));
        }
        List<DynamicTest> results = new ArrayList<>();
        for (String line : guest.run(RxeSmoke.class, CAPTURE)) {
            System.out.println(line);
            String[] fields = line.split("\t", 3);
            if (!fields[0].equals("note")) {
                results.add(
                        dynamicTest(
                                fields[1],
                                () -> assertThat(fields[0]).as(fields[2]).isEqualTo("pass")));
            }
        }
        int cases = SmokeCase.clean().size() + SmokeCase.lossy().size();
        assertThat(results).hasSize(cases * ROLES * MTUS);
        results.add(dynamicTest("every ICRC on the wire", RxeInteropTest::checkIcrcs));
        return results;
    }

    private static void checkIcrcs() throws IOException, InterruptedException {
        int right = 0;
        int wrong = 0;
        RoceFrame frame = new RoceFrame();
        Icrc icrc = new Icrc();
        try (CaptureReader reader = CaptureReader.open(CAPTURE)) {
            for (CaptureRecord next = reader.next(); next != null; next = reader.next()) {
                FrameStatus status =
                        frame.wrap(next.bytes(), 0, next.capturedLength(), LinkLayer.ETHERNET);
                if (status == FrameStatus.OK
                        && icrc.over(frame) == Icrc.get(frame.buffer(), frame.icrcOffset())) {
                    right++;
                } else {
                    wrong++;
                }
            }
        }
        System.out.printf("note\tICRC on the wire\t%d right, %d wrong%n", right, wrong);
        assertThat(wrong).as("packets with a wrong ICRC, or none that we can read").isZero();
        assertThat(right).as("packets of some 70 MiB each way").isGreaterThan(30_000);
        assertThat(Guest.checkIcrcs(CAPTURE))
                .as("what the checker in Python says")
                .containsExactly(
                        "%s: packets=%d right=%d wrong=0 unchecked=0"
                                .formatted(CAPTURE, right, right));
    }
}
