package org.urdma4j.copy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What of copying knows what. */
@AnalyzeClasses(packages = "org.urdma4j.copy", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] DISK = {
        "..copy.tree..",
        "..copy.scan..",
        "..copy.digest..",
        "..copy.read..",
        "..copy.journal..",
        "..copy.write.."
    };

    @ArchTest
    static final ArchRule theDiskKnowsNoNetwork =
            classes()
                    .that()
                    .resideInAnyPackage(DISK)
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java.io",
                            "java.lang..",
                            "java.nio",
                            "java.nio.charset",
                            "java.security",
                            "java.util..",
                            "org.urdma4j.transport.port.linux",
                            "org.urdma4j.verbs.text",
                            "..copy.tree..",
                            "..copy.scan..",
                            "..copy.digest..",
                            "..copy.read..",
                            "..copy.journal..",
                            "..copy.write..")
                    .because("files are opened relative to handles: java.nio.file does it by path");

    @ArchTest
    static final ArchRule systemCallsAreMadeByTheTreeAlone =
            noClasses()
                    .that()
                    .resideInAnyPackage(DISK)
                    .and()
                    .resideOutsideOfPackage("..copy.tree..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.urdma4j.transport..", "java.lang.foreign");

    @ArchTest
    static final ArchRule partsHaveNoCycles =
            slices().matching("org.urdma4j.copy.(*)..").should().beFreeOfCycles();
}
