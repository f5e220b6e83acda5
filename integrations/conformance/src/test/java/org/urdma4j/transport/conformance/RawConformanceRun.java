package org.urdma4j.transport.conformance;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

import java.time.Duration;

/**
 * Runs the suite in both profiles over each encapsulation, in a process that may make network
 * namespaces. All six at a time: what takes long is the kernel's closing of packet sockets.
 */
final class RawConformanceRun {
    private static final String PARALLEL = "junit.jupiter.execution.parallel.";

    private RawConformanceRun() {}

    public static void main(String[] arguments) {
        SuiteRun.print(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(
                                selectClass(RoceV1.class),
                                selectClass(RoceV2OverIpv4.class),
                                selectClass(RoceV2OverIpv6.class),
                                selectClass(UrdmaOverRoceV1.class),
                                selectClass(UrdmaOverIpv4.class),
                                selectClass(UrdmaOverIpv6.class))
                        .configurationParameter(PARALLEL + "enabled", "true")
                        .configurationParameter(PARALLEL + "mode.default", "same_thread")
                        .configurationParameter(PARALLEL + "mode.classes.default", "concurrent")
                        .configurationParameter(
                                PARALLEL + "config.executor-service", "WORKER_THREAD_POOL")
                        .configurationParameter(PARALLEL + "config.strategy", "fixed")
                        .configurationParameter(PARALLEL + "config.fixed.parallelism", "6")
                        .build());
    }

    static final class RoceV1 extends RawConformance {
        RoceV1() {
            super(true, GidType.ROCE_V1);
        }
    }

    static final class RoceV2OverIpv4 extends RawConformance {
        RoceV2OverIpv4() {
            super(true, GidType.ROCE_V2);
        }
    }

    static final class RoceV2OverIpv6 extends RawConformance {
        RoceV2OverIpv6() {
            super(false, GidType.ROCE_V2);
        }
    }

    static final class UrdmaOverRoceV1 extends Urdma {
        UrdmaOverRoceV1() {
            super(true, GidType.ROCE_V1);
        }
    }

    static final class UrdmaOverIpv4 extends Urdma {
        UrdmaOverIpv4() {
            super(true, GidType.ROCE_V2);
        }
    }

    static final class UrdmaOverIpv6 extends Urdma {
        UrdmaOverIpv6() {
            super(false, GidType.ROCE_V2);
        }
    }

    abstract static class Urdma extends RawConformance {
        Urdma(boolean ipv4, GidType type) {
            super(ipv4, type);
        }

        @Override
        protected QpAttr options() {
            return new QpAttr().urdmaOffer(UrdmaOffer.DEFAULT).urdmaPeerOffer(UrdmaOffer.DEFAULT);
        }

        @Override
        public QpAttr impatient() {
            UrdmaTuning tuning = UrdmaTuning.builder().retryTime(Duration.ofMillis(100)).build();
            return super.impatient().urdmaTuning(tuning);
        }
    }
}
