package org.urdma4j.measure.published;

import org.urdma4j.measure.evaluation.Candidate;
import org.urdma4j.measure.parallel.SideBySide;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;

/** Plays tests, several runs at a time. */
public final class Published {
    private Published() {}

    /**
     * Plays all. What is found doesn't depend on how many threads there are.
     *
     * @param seeds of each test
     * @param seed the first of them; the others follow
     * @param threads how many run at a time, at least 1
     * @param progress told the share that is done, 0 to 1, now and then, by any thread; returns
     *     whether to go on: if not, only runs that had come to their end are returned
     */
    public static List<PublishedResult> run(
            Candidate tried, int seeds, long seed, int threads, DoublePredicate progress)
            throws InterruptedException {
        List<PublishedRun> all = new ArrayList<>();
        for (PublishedTest test : PublishedTest.values()) {
            for (int i = 0; i < seeds; i++) {
                all.add(new PublishedRun(test, seed + i));
            }
        }
        List<Optional<Double>> played =
                SideBySide.run(
                        all,
                        (run, share) -> run.play(tried, share),
                        run -> run.test().bytes(),
                        threads,
                        progress);
        List<PublishedResult> results = new ArrayList<>();
        for (int i = 0; i < all.size(); i += seeds) {
            List<Double> seconds =
                    played.subList(i, i + seeds).stream().flatMap(Optional::stream).toList();
            results.add(new PublishedResult(all.get(i).test(), seconds));
        }
        return results;
    }
}
