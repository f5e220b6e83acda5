package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;

import org.urdma4j.transport.shard.Shard;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.management.JMException;
import javax.management.ObjectName;

/** What this process holds: living objects by class, direct memory, file descriptors. */
final class Census {
    private static final Pattern ROW =
            Pattern.compile("^ *[0-9]+: +([0-9]+) +[0-9]+ +([^ \\n]+)", Pattern.MULTILINE);

    /** Of what connections are made; the JVM's own objects come and go as it likes. */
    private static final Pattern COUNTED =
            Pattern.compile(
                    "\\[*L?(org\\.(urdma4j|agrona)\\.|io\\.netty\\.|jdk\\.internal\\.foreign\\."
                            + "|java\\.nio\\.Direct|java\\.lang\\.Thread).*");

    /** Some are opened when they are first needed, once. */
    private static final int FEW = 8;

    private static final String DESCRIPTORS = "descriptors";
    private static final long PATIENCE_NS = 30_000_000_000L;

    private final Map<String, Long> objects = new HashMap<>();

    private Census() throws JMException {
        String histogram =
                (String)
                        ManagementFactory.getPlatformMBeanServer()
                                .invoke(
                                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                        "gcClassHistogram",
                                        new Object[] {new String[0]},
                                        new String[] {String[].class.getName()});
        Matcher row = ROW.matcher(histogram);
        while (row.find()) {
            if (COUNTED.matcher(row.group(2)).matches()) {
                objects.merge(row.group(2), Long.parseLong(row.group(1)), Long::sum);
            }
        }
        objects.put(
                "direct buffers",
                ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getCount)
                        .sum());
        objects.put(
                DESCRIPTORS,
                ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                        .getOpenFileDescriptorCount());
    }

    static Census take() throws JMException {
        return new Census();
    }

    /**
     * Fails unless there is now, or soon, what there was then: memory that is given back by the
     * collector goes one collection after whoever held it.
     *
     * @param most more objects of a class that may be alive by chance
     */
    void assertNothingStays(long most) throws JMException {
        long startNs = System.nanoTime();
        Census now = new Census();
        while (!grown(now, most).isEmpty() && System.nanoTime() - startNs < PATIENCE_NS) {
            now = new Census();
        }
        assertThat(objects).as("what is looked at").containsKey(Shard.class.getName());
        assertThat(grown(now, most)).as("what stays").isEmpty();
    }

    private Map<String, Long> grown(Census now, long most) {
        Map<String, Long> grown = new HashMap<>();
        now.objects.forEach((name, count) -> {
            long more = count - objects.getOrDefault(name, 0L);
            if (more > (name.equals(DESCRIPTORS) ? FEW : most)) {
                grown.put(name, more);
            }
        });
        return grown;
    }
}
