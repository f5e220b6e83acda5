package org.urdma4j.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The engine knows headers, numbers and the time that is passed in, and nothing else. */
@AnalyzeClasses(
        packages = "org.urdma4j.gateway",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule NEEDS_THE_CODEC_AND_ARITHMETIC =
            classes()
                    .that()
                    .resideOutsideOfPackages("..gateway.bridge..", "..gateway.tap..", "..process..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java.lang",
                            "java.lang.foreign",
                            "java.lang.invoke",
                            "java.lang.runtime",
                            "java.nio",
                            "java.util",
                            "java.util.function",
                            "java.security",
                            "javax.crypto..",
                            "org.urdma4j.codec..",
                            "org.urdma4j.fec..",
                            "org.urdma4j.gateway..");

    @ArchTest
    static final ArchRule THE_STORE_NEEDS_NO_KERNEL =
            classes()
                    .that()
                    .resideInAPackage("..bridge.store")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java.lang..",
                            "java.nio",
                            "java.util",
                            "org.urdma4j.codec..",
                            "org.urdma4j.gateway",
                            "org.urdma4j.gateway.fec",
                            "org.urdma4j.gateway.packet",
                            "org.urdma4j.gateway.bridge.store");

    @ArchTest
    static final ArchRule PACKAGES_SHOULD_HAVE_NO_CYCLES =
            slices().matching("org.urdma4j.gateway.(**)").should().beFreeOfCycles();
}
