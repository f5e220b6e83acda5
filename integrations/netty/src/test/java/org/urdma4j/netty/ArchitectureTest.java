package org.urdma4j.netty;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What Netty's channels know of ours. */
@AnalyzeClasses(
        packages = "org.urdma4j.netty",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule theyStandOnChannelsAlone =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "io.netty..",
                            "org.urdma4j.netty",
                            "org.urdma4j.channel",
                            "org.urdma4j.verbs");
}
