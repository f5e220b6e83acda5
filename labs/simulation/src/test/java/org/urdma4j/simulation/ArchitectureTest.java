package org.urdma4j.simulation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

@AnalyzeClasses(
        packages = "org.urdma4j.simulation",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule SHOULD_HAVE_NO_PACKAGE_CYCLES =
            slices().matching("org.urdma4j.simulation.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule SHOULD_NOT_KNOW_SOCKETS_OR_THREADS =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.net..", "java.nio.channels..", "io.netty.channel..")
                    .orShould()
                    .dependOnClassesThat()
                    .belongToAnyOf(Thread.class, Random.class, ThreadLocalRandom.class);

    @ArchTest
    static final ArchRule SHOULD_BE_GIVEN_ITS_TIME =
            noClasses()
                    .should()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .callMethod(Math.class, "random");
}
