package org.urdma4j.transport.conformance;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Runs test classes, which are named, in a process that may make network namespaces. */
final class SuiteRun {
    /** What it prints in front of the number of tests that passed, if all did. */
    static final String PASSED = "passed: ";

    private SuiteRun() {}

    public static void main(String[] classes) {
        ClassSelector[] selectors =
                Arrays.stream(classes).map(name -> selectClass(name)).toArray(ClassSelector[]::new);
        print(LauncherDiscoveryRequestBuilder.request().selectors(selectors).build());
    }

    static void print(LauncherDiscoveryRequest request) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        long passed = summary.getTestsSucceededCount();
        boolean all =
                passed > 0
                        && passed == summary.getTestsFoundCount()
                        && summary.getTotalFailureCount() == 0;
        System.out.println(all ? PASSED + passed : "not all passed, but " + passed);
    }
}
