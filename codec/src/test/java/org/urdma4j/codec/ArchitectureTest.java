package org.urdma4j.codec;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What holds for this module alone; the rules for all are in {@code tools}. */
@AnalyzeClasses(
        packages = "org.urdma4j.codec",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule needsTheJdkAlone =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage("java..", "org.urdma4j.codec..");

    @ArchTest
    static final ArchRule onlyCaptureFilesDoIo =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("..pcap..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.io..", "java.net..", "java.nio.channels..");
}
