package org.urdma4j.fec;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Computation on memory and nothing else. */
@AnalyzeClasses(packages = "org.urdma4j.fec", importOptions = ImportOption.DoNotIncludeTests.class)
class FecArchitectureTest {
    @ArchTest
    static final ArchRule NEEDS_ONLY_MEMORY_AND_ARITHMETIC =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java.lang",
                            "java.lang.foreign",
                            "java.lang.invoke",
                            "java.nio",
                            "java.util",
                            "org.urdma4j.fec");
}
