package org.urdma4j.forward;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What of forwarding knows what. */
@AnalyzeClasses(
        packages = "org.urdma4j.forward",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule itStandsOnChannelsAlone =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage("java..", "org.urdma4j.channel", "org.urdma4j.forward..");

    @ArchTest
    static final ArchRule partsHaveNoCycles =
            slices().matching("org.urdma4j.forward.(*)..").should().beFreeOfCycles();
}
