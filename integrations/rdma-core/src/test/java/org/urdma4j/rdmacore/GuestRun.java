package org.urdma4j.rdmacore;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Runs test classes, or of them the methods that are named, where there is a device, and prints a
 * line for each case: {@code passed}, {@code skipped} with what the device or the provider lacks,
 * or {@code FAILED}.
 */
final class GuestRun implements TestExecutionListener {
    private static final String TIMEOUT = "junit.jupiter.execution.timeout.";
    private static final int FRAMES = 12;

    private final Map<String, Long> began = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    private GuestRun() {}

    /**
     * Runs what is named, as {@code CLASS} or {@code CLASS#METHOD(TYPES)}.
     *
     * @throws IOException if a jar of the class path can't be read
     */
    public static void main(String[] names) throws IOException {
        if (new RdmaCoreProvider().devices().isEmpty()) {
            loadClasses();
        }
        DiscoverySelector[] selectors =
                Arrays.stream(names)
                        .map(name -> name.indexOf('#') < 0 ? selectClass(name) : selectMethod(name))
                        .toArray(DiscoverySelector[]::new);
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectors)
                        .configurationParameter(TIMEOUT + "default", "90 s")
                        .configurationParameter(TIMEOUT + "thread.mode.default", "SEPARATE_THREAD")
                        .build();
        GuestRun lines = new GuestRun();
        LauncherFactory.create().execute(request, lines);
        System.out.printf(
                "cases: %d passed, %d skipped, %d failed%n",
                lines.count("passed"), lines.count("skipped"), lines.count("FAILED"));
        System.exit(lines.count("FAILED") > 0 || lines.count("passed") == 0 ? 1 : 0);
    }

    /** What an AOT cache is made from: a run without a device comes to few of them. */
    private static void loadClasses() throws IOException {
        for (String jar : System.getProperty("java.class.path").split(":", -1)) {
            try (JarFile file = new JarFile(jar)) {
                for (JarEntry entry : file.stream().toList()) {
                    load(entry.getName());
                }
            }
        }
    }

    private static void load(String file) {
        if (file.endsWith(".class") && !file.startsWith("META-INF/") && !file.contains("-info")) {
            String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
            try {
                Class.forName(name, false, GuestRun.class.getClassLoader());
            } catch (ClassNotFoundException | LinkageError _) {
                // needs something optional that isn't here
            }
        }
    }

    private int count(String result) {
        return counts.getOrDefault(result, 0);
    }

    private void tell(String result, String name, Object detail) {
        counts.merge(result, 1, Integer::sum);
        System.out.printf("%-7s %s %s%n", result, name, detail);
    }

    private static String name(TestIdentifier test) {
        String shown = test.getDisplayName();
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(source -> {
                    String method = source.getMethodName();
                    String group = source.getJavaMethod().getDeclaringClass().getSimpleName();
                    return "%s.%s%s"
                            .formatted(group, method, shown.startsWith(method) ? "" : " " + shown);
                })
                .orElse(shown);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        began.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        tell("skipped", name(test), reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        long millis = (System.nanoTime() - began.get(test.getUniqueId())) / 1_000_000;
        Throwable why = result.getThrowable().orElse(null);
        switch (result.getStatus()) {
            case SUCCESSFUL -> {
                if (test.isTest()) {
                    tell("passed", name(test), millis + " ms");
                }
            }
            case ABORTED -> tell("skipped", name(test), why == null ? "" : why.getMessage());
            case FAILED -> {
                tell("FAILED", name(test), millis + " ms");
                print(why);
            }
        }
    }

    private static void print(Throwable why) {
        for (Throwable each = why; each != null; each = each.getCause()) {
            System.out.println("    " + each);
            List.of(each.getStackTrace()).stream()
                    .filter(frame -> frame.getClassName().startsWith("org.urdma4j"))
                    .limit(FRAMES)
                    .forEach(frame -> System.out.println("        at " + frame));
        }
    }
}
