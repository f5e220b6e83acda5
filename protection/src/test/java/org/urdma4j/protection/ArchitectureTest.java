package org.urdma4j.protection;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * What seals packets: bytes, ciphers, and time and randomness that are passed in: no network,
 * thread or clock, and no file but the one that keeps which cipher is the fastest here. What agrees
 * on keys has all three.
 */
@AnalyzeClasses(
        packages = "org.urdma4j.protection",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule NEEDS_CIPHERS_AND_THE_CODEC =
            classes()
                    .that()
                    .resideOutsideOfPackages("..association..", "..credentials..")
                    .and()
                    .areNotAssignableTo("org.urdma4j.protection.aead.CipherFolder")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java.lang",
                            "java.lang.foreign",
                            "java.lang.invoke",
                            "java.lang.runtime",
                            "java.nio",
                            "java.nio.charset",
                            "java.security",
                            "java.security.spec",
                            "java.util",
                            "java.util.function",
                            "java.util.random",
                            "java.util.stream",
                            "javax.crypto",
                            "javax.crypto.spec",
                            "org.urdma4j.codec..",
                            "org.urdma4j.verbs",
                            "org.urdma4j.protection..");

    @ArchTest
    static final ArchRule PACKAGES_SHOULD_HAVE_NO_CYCLES =
            slices().matching("org.urdma4j.protection.(**)").should().beFreeOfCycles();
}
