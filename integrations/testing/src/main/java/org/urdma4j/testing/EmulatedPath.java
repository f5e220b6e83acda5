package org.urdma4j.testing;

import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs tests over a path, which they get as a parameter of type {@link PathEnds}, of the test or of
 * {@code @BeforeEach} and {@code @AfterEach}. Each test has a path of its own, which is closed when
 * it ends. Repeated, the annotation runs each test over each of the paths, which the display names
 * tell apart.
 *
 * <p>On a class it holds for all tests of the class and of classes nested in it. On a method it
 * takes the place of {@code @Test}, as {@code @ParameterizedTest} does, and goes before that of the
 * class. Needs JUnit 6.
 *
 * <p>Values are written as options of {@code ./urdma wan} are; one that can't be read fails the
 * test with a line that names the attribute and what is allowed.
 *
 * <p>Time is that of the clock. Nothing comes earlier than the path says; on a busy machine it
 * comes later. Which packets of a direction are lost, counted from the first, follows from the
 * {@link #seed()}, which a failed test tells; {@code -Durdma.path.seed=N}, or the configuration
 * parameter of JUnit of this name, has it again.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Repeatable(EmulatedPaths.class)
@ClassTemplate
@TestTemplate
@ExtendWith(EmulatedPathExtension.class)
public @interface EmulatedPath {
    /** The round trip, half of it each way: a time such as 80ms, 250us or 0, up to two days. */
    String rtt() default "20ms";

    /**
     * What is lost each way, behind the queue: {@code none}, a share such as 0.1% or 0.001, or
     * bursts, {@code ge:P,R,H} by packets as {@code ge:0.1%,25%,1} and {@code burst:GOOD,BAD,H} by
     * time as {@code burst:2s,20ms,0.8}.
     */
    String loss() default "none";

    /**
     * Of each way, in bit/s: 100M, 2.5G, or unlimited. Counts what a packet takes as RoCEv2 over
     * IPv4 on Ethernet, 70 bytes beside BTH, other headers of RDMA and payload.
     */
    String rate() default "1G";

    /**
     * What may wait before each transmitter, drop-tail: 1bdp, rate by round trip, or another number
     * of them, a time such as 20ms, or bytes such as 64K or 16MiB. An idle transmitter takes any
     * packet. Without effect if the rate is unlimited.
     */
    String queue() default "20ms";

    /** Of what is lost: a whole number of 64 bits, or random, another one for each test. */
    String seed() default "random";
}
