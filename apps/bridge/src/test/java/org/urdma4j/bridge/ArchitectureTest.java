package org.urdma4j.bridge;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The engine, the kernel's calls, and between them memory that knows neither. */
@AnalyzeClasses(
        packages = "org.urdma4j.bridge",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
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
                            "org.urdma4j.gateway..",
                            "org.urdma4j.bridge.store");

    @ArchTest
    static final ArchRule PACKAGES_SHOULD_HAVE_NO_CYCLES =
            slices().matching("org.urdma4j.bridge.(*)..").should().beFreeOfCycles();
}
