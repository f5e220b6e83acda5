package org.urdma4j.interop.programs;

import org.urdma4j.interop.play.Backend;
import org.urdma4j.interop.play.Outcome;
import org.urdma4j.transport.port.SystemClock;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** All cases of programs. */
public final class Programs {
    private Programs() {}

    private static List<ProgramCase> all() {
        return Stream.of(TcpDuels.all(), CmDuels.all(), NetemTransfers.all(), GuestDuels.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns what each case is about, by its name, in the order of running. */
    public static Map<String, String> descriptions() {
        Map<String, String> descriptions = new LinkedHashMap<>();
        all().forEach(one -> descriptions.put(one.name(), one.about()));
        return descriptions;
    }

    /**
     * Runs those that are wanted.
     *
     * @param backend what carries the packets of our programs
     * @param status what {@code rxe-guest status} says
     * @param urdma what starts the urdma command, without arguments
     * @param outcomes is given each outcome, at once
     */
    public static void run(
            Backend backend,
            Map<String, String> status,
            List<String> urdma,
            Predicate<String> wanted,
            Consumer<Outcome> outcomes)
            throws InterruptedException {
        ProgramNet net = new ProgramNet(backend, status, urdma);
        for (ProgramCase one : all()) {
            if (wanted.test(one.name())) {
                outcomes.accept(run(net, one));
            }
        }
    }

    private static Outcome run(ProgramNet net, ProgramCase one) throws InterruptedException {
        long start = SystemClock.nowNs();
        boolean passed = false;
        String text;
        try {
            text = one.body().run(net);
            passed = true;
        } catch (IOException e) {
            text = e.getMessage();
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(SystemClock.nowNs() - start);
        return new Outcome(one.name(), one.role(), one.ip(), "", passed, millis, text);
    }
}
