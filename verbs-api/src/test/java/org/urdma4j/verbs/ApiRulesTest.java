package org.urdma4j.verbs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import java.util.ArrayList;
import java.util.List;

@AnalyzeClasses(
        packages = "org.urdma4j.verbs",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ApiRulesTest {
    /** Which also keeps Netty and Agrona out of the signatures. */
    @ArchTest
    static final ArchRule SHOULD_NEED_THE_JDK_ALONE =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage("java..", "org.urdma4j.verbs..");

    @ArchTest
    static final ArchRule SHOULD_HAVE_NO_PACKAGE_CYCLES =
            slices().matching("org.urdma4j.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule SHOULD_HAVE_NO_IMPLEMENTATION_OF_AN_OBJECT =
            noClasses().that().areNotInterfaces().should().implement(AutoCloseable.class);

    @ArchTest
    static final ArchRule SHOULD_HAVE_NO_FINALIZER = noMethods().should().haveName("finalize");

    @ArchTest
    static void shouldCloseWithoutACheckedException(JavaClasses classes)
            throws NoSuchMethodException {
        List<Class<?>> closeable = new ArrayList<>();
        for (JavaClass found : classes) {
            if (found.isAssignableTo(AutoCloseable.class)) {
                closeable.add(found.reflect());
            }
        }

        assertThat(closeable).contains(Context.class, QueuePair.class, MemoryRegion.class);
        for (Class<?> type : closeable) {
            assertThat(type.getMethod("close").getExceptionTypes()).as(type.getName()).isEmpty();
        }
    }

    @ArchTest
    static final ArchRule SHOULD_READ_NO_CLOCK =
            noClasses()
                    .should()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis");
}
