package org.urdma4j.tunnel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
        packages = "org.urdma4j.tunnel",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** Bytes, numbers and the time that is passed in. */
    @ArchTest
    static final ArchRule CELLS_SHOULD_NEED_NOTHING =
            classes()
                    .that()
                    .resideInAPackage("org.urdma4j.tunnel.cell")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java.lang", "java.nio", "java.util", "org.urdma4j.tunnel.cell");

    @ArchTest
    static final ArchRule PACKAGES_SHOULD_HAVE_NO_CYCLES =
            slices().matching("org.urdma4j.tunnel.(*)..").should().beFreeOfCycles();
}
