package org.urdma4j.leafspine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Arithmetic in virtual time: no clock, thread, I/O or other randomness. */
@AnalyzeClasses(
        packages = "org.urdma4j.leafspine",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule NEEDS_CONTROLLERS_AND_ARITHMETIC =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java.lang",
                            "java.lang.invoke",
                            "java.lang.runtime",
                            "java.util",
                            "java.util.function",
                            "java.util.stream",
                            "org.urdma4j.congestion..",
                            "org.urdma4j.leafspine..");

    @ArchTest
    static final ArchRule PACKAGES_SHOULD_HAVE_NO_CYCLES =
            slices().matching("org.urdma4j.leafspine.(*)..").should().beFreeOfCycles();
}
