package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.management.JMException;
import javax.management.ObjectName;

/** What is alive on the heap of this JVM. */
public final class LiveHeap {
    private static final Pattern TOTAL = Pattern.compile("Total +[0-9]+ +([0-9]+)");
    private static final Pattern PRIMITIVES =
            Pattern.compile("^ *[0-9]+: +[0-9]+ +([0-9]+) +\\[[BIJS] ", Pattern.MULTILINE);

    private LiveHeap() {}

    /** Returns the bytes of all objects that are alive; exact, unlike what the heap has in use. */
    public static long bytes() throws JMException {
        return sum(TOTAL);
    }

    /** Returns the bytes of those that are arrays of numbers. */
    static long bytesOfNumbers() throws JMException {
        return sum(PRIMITIVES);
    }

    private static long sum(Pattern figure) throws JMException {
        String histogram =
                (String)
                        ManagementFactory.getPlatformMBeanServer()
                                .invoke(
                                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                        "gcClassHistogram",
                                        new Object[] {new String[0]},
                                        new String[] {String[].class.getName()});
        Matcher found = figure.matcher(histogram);
        long sum = found.results().mapToLong(one -> Long.parseLong(one.group(1))).sum();
        assertThat(sum).as(histogram).isPositive();
        return sum;
    }
}
