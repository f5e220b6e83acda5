package org.urdma4j.transport;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows of docs/architecture.md. */
@AnalyzeClasses(packages = "org.urdma4j", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] PURE = {
        "..codec..",
        "..congestion..",
        "..fec..",
        "..retransmit..",
        "..protection.admission..",
        "..protection.aead..",
        "..protection.key..",
        "..protection.packet..",
        "..protection.replay..",
        "..protection.shape..",
        "..transport.shard..",
        "..transport.rc..",
        "..transport.seal..",
        "..transport.shape..",
        "..transport.fairqueue..",
        "..transport.grant..",
        "..transport.work..",
        "..transport.qp..",
        "..transport.urdma..",
        "..transport.unreliable..",
        "..transport.queue..",
        "..transport.memory..",
        "..transport.wire..",
        "..transport.pfc..",
        "..transport.counter..",
        "..transport.cm..",
        "..protection.association.message..",
        "..protection.association.state.."
    };

    @ArchTest
    static final ArchRule pureCodeDoesNoIo =
            noClasses()
                    .that()
                    .resideInAnyPackage(PURE)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.netty..", "java.net..", "java.util.concurrent..", "org.slf4j..")
                    .because("the engine is a state machine: I/O, threads and locks stay outside");

    @ArchTest
    static final ArchRule pureCodeStartsNoThreads =
            noClasses()
                    .that()
                    .resideInAnyPackage(PURE)
                    .should()
                    .dependOnClassesThat()
                    .areAssignableTo(Thread.class);

    @ArchTest
    static final ArchRule onlyTheClockReadsTheTime =
            noClasses()
                    .that()
                    .haveSimpleNameNotEndingWith("Clock")
                    .should()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule randomnessIsPassedIn =
            noClasses()
                    .that()
                    .resideInAnyPackage(PURE)
                    .should()
                    .callMethod(Math.class, "random")
                    .orShould()
                    .callConstructor(java.util.Random.class)
                    .orShould()
                    .dependOnClassesThat()
                    .areAssignableTo(java.security.SecureRandom.class);

    @ArchTest
    static final ArchRule theEngineKnowsNoBackend =
            noClasses()
                    .that()
                    .resideInAnyPackage(PURE)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "..transport.port..", "..transport.device..", "..transport.provider..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("org.urdma4j.(**)").should().beFreeOfCycles();
}
