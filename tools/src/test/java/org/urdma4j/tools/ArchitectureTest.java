package org.urdma4j.tools;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;

import org.urdma4j.gateway.message.GatewayKey;
import org.urdma4j.tools.terminal.GatewayArguments;

import java.io.FileDescriptor;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Rules over all modules, here because this one sees them all. What the engine must not touch is
 * ruled in {@code transport}.
 */
@AnalyzeClasses(
        packages = "org.urdma4j",
        importOptions = {
            ImportOption.DoNotIncludeTests.class,
            ArchitectureTest.DoNotIncludeFixtures.class
        })
class ArchitectureTest {
    /** They are of tests, too. */
    static final class DoNotIncludeFixtures implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/org/urdma4j/fixtures/");
        }
    }

    private static final ArchCondition<JavaClass> OPEN_FILES =
            new ArchCondition<>("open files") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                    item.getAccessesFromSelf().stream()
                            .filter(ArchitectureTest::opensAFile)
                            .forEach(access ->
                                    events.add(
                                            SimpleConditionEvent.satisfied(
                                                    access, access.getDescription())));
                }
            };

    /** They read files and programs of this user, arguments, and what the kernel says. */
    private static final Set<String> OWN_TEXT =
            Set.of(
                    // names of extended attributes, a character for each byte
                    "copy.message.FieldReader",
                    "copy.tree.Xattrs",
                    "interop.guest.GuestShell",
                    "interop.play.GuestEnd",
                    "measure.tcp.CongestionAlgorithm",
                    "gateway.process.Subprocess$Text",
                    "report.run.BenchPage",
                    "tools.copy.Location",
                    "tools.terminal.PathArgument",
                    "tools.terminal.RawArguments",
                    "tools.copy.TerminalKeys",
                    "tools.wan.WanCommands",
                    "protection.credentials.PemCertificates",
                    "protection.credentials.PemKey",
                    "protection.credentials.PskText",
                    "transport.port.linux.Link",
                    "transport.stat.StatReader",
                    // Shows each text in what it reads by ForeignText.
                    "measure.control.ControlConnection",
                    "verbs.text.ForeignText");

    private static final ArchCondition<JavaClass> READ_TEXT =
            new ArchCondition<>("make text of bytes") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                    item.getAccessesFromSelf().stream()
                            .filter(ArchitectureTest::makesText)
                            .forEach(access ->
                                    events.add(
                                            SimpleConditionEvent.satisfied(
                                                    access, access.getDescription())));
                }
            };

    private static boolean isOwnText(String name) {
        return OWN_TEXT.contains(name.substring("org.urdma4j.".length()));
    }

    private static boolean makesText(JavaAccess<?> access) {
        String target = access.getTarget().getFullName();
        return target.startsWith("java.lang.String.<init>([B")
                || target.startsWith("java.nio.charset.Charset.decode(")
                || target.startsWith("java.nio.charset.CharsetDecoder.decode(")
                || target.startsWith("java.io.ByteArrayOutputStream.toString(")
                || target.startsWith("java.io.InputStreamReader.<init>")
                || target.startsWith("java.nio.channels.Channels.newReader(")
                || target.startsWith("java.lang.foreign.MemorySegment.getString(")
                || target.startsWith("io.netty.buffer.ByteBuf.toString(java.nio")
                || target.startsWith("io.netty.buffer.ByteBuf.readCharSequence(");
    }

    private static boolean opensAFile(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        boolean asks = Set.of("exists", "isDirectory").contains(access.getTarget().getName());
        return (owner.equals("java.nio.file.Files") && !asks)
                || owner.startsWith("java.io.File")
                || owner.equals("java.io.RandomAccessFile")
                || owner.equals("java.nio.channels.FileChannel");
    }

    @ArchTest
    static final ArchRule MODULES_SHOULD_DEPEND_IN_ONE_DIRECTION =
            layeredArchitecture()
                    .consideringOnlyDependenciesInAnyPackage("org.urdma4j..")
                    .layer("verbs")
                    .definedBy("org.urdma4j.verbs..")
                    .layer("endpoint")
                    .definedBy("org.urdma4j.endpoint..")
                    .layer("channel")
                    .definedBy("org.urdma4j.channel..")
                    .layer("codec")
                    .definedBy("org.urdma4j.codec..")
                    .layer("congestion")
                    .definedBy("org.urdma4j.congestion..")
                    .layer("fec")
                    .definedBy("org.urdma4j.fec..")
                    .layer("retransmit")
                    .definedBy("org.urdma4j.retransmit..")
                    .layer("protection")
                    .definedBy("org.urdma4j.protection..")
                    .layer("gateway")
                    .definedBy("org.urdma4j.gateway..")
                    .layer("leafspine")
                    .definedBy("org.urdma4j.leafspine..")
                    .layer("transport")
                    .definedBy("org.urdma4j.transport..")
                    .layer("metrics")
                    .definedBy("org.urdma4j.metrics..")
                    .optionalLayer("micrometer") // which the command doesn't bring along
                    .definedBy("org.urdma4j.micrometer..")
                    .layer("simulation")
                    .definedBy("org.urdma4j.simulation..")
                    .layer("copy")
                    .definedBy("org.urdma4j.copy..")
                    .layer("wan")
                    .definedBy("org.urdma4j.wan..")
                    .layer("forward")
                    .definedBy("org.urdma4j.forward..")
                    .layer("tunnel")
                    .definedBy("org.urdma4j.tunnel..")
                    .layer("interop")
                    .definedBy("org.urdma4j.interop..")
                    .layer("measure")
                    .definedBy("org.urdma4j.measure..")
                    .layer("lab")
                    .definedBy("org.urdma4j.lab..")
                    .layer("report")
                    .definedBy("org.urdma4j.report..")
                    .layer("tools")
                    .definedBy("org.urdma4j.tools..")
                    .ensureAllClassesAreContainedInArchitecture()
                    .whereLayer("verbs")
                    .mayNotAccessAnyLayer()
                    .whereLayer("codec")
                    .mayNotAccessAnyLayer()
                    .whereLayer("congestion")
                    .mayNotAccessAnyLayer()
                    .whereLayer("fec")
                    .mayNotAccessAnyLayer()
                    .whereLayer("retransmit")
                    .mayNotAccessAnyLayer()
                    .whereLayer("protection")
                    .mayOnlyAccessLayers("verbs", "codec")
                    .whereLayer("gateway")
                    .mayOnlyAccessLayers("codec", "fec", "transport")
                    .whereLayer("leafspine")
                    .mayOnlyAccessLayers("congestion")
                    .whereLayer("endpoint")
                    .mayOnlyAccessLayers("verbs")
                    .whereLayer("channel")
                    .mayOnlyAccessLayers("verbs", "endpoint")
                    .whereLayer("transport")
                    .mayOnlyAccessLayers(
                            "verbs", "codec", "congestion", "fec", "retransmit", "protection")
                    .whereLayer("micrometer")
                    .mayOnlyAccessLayers("verbs")
                    .whereLayer("metrics")
                    .mayOnlyAccessLayers("verbs")
                    .whereLayer("simulation")
                    .mayOnlyAccessLayers("verbs", "codec", "gateway", "transport", "protection")
                    .whereLayer("copy")
                    .mayOnlyAccessLayers("verbs", "endpoint", "channel", "transport", "protection")
                    .whereLayer("wan")
                    .mayOnlyAccessLayers("codec", "gateway", "transport", "simulation")
                    .whereLayer("forward")
                    .mayOnlyAccessLayers("channel")
                    .whereLayer("tunnel")
                    .mayOnlyAccessLayers("verbs", "codec", "protection", "transport", "gateway")
                    .whereLayer("interop")
                    .mayOnlyAccessLayers("verbs", "codec", "protection", "transport", "gateway")
                    .whereLayer("measure")
                    .mayOnlyAccessLayers(
                            "verbs",
                            "codec",
                            "fec",
                            "gateway",
                            "leafspine",
                            "protection",
                            "transport",
                            "simulation")
                    .whereLayer("lab")
                    .mayOnlyAccessLayers(
                            "verbs", "codec", "transport", "simulation", "gateway", "measure")
                    .whereLayer("report")
                    .mayOnlyAccessLayers(
                            "verbs", "gateway", "leafspine", "simulation", "measure", "lab")
                    .whereLayer("tools")
                    .mayNotBeAccessedByAnyLayer();

    @ArchTest
    static final ArchRule PACKAGES_SHOULD_HAVE_NO_CYCLES =
            slices().matching("org.urdma4j.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_A_CLOCK_SHOULD_READ_THE_TIME =
            noClasses()
                    .that()
                    .haveSimpleNameNotEndingWith("Clock")
                    .should()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis");

    /** What a command prints through another way is lost on a full disk, and nobody is told. */
    @ArchTest
    static final ArchRule ONE_CLASS_SHOULD_OPEN_STANDARD_OUTPUT =
            noClasses()
                    .that()
                    .haveNameNotMatching(".*\\.StandardOutput(\\$.*)?")
                    .should()
                    .accessField(System.class, "out")
                    .orShould()
                    .accessField(FileDescriptor.class, "out");

    @ArchTest
    static final ArchRule THE_VERBS_API_SHOULD_NEED_THE_JDK_ALONE =
            classes()
                    .that()
                    .resideInAPackage("org.urdma4j.verbs..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage("java..", "org.urdma4j.verbs..");

    @ArchTest
    static final ArchRule COMMANDS_SHOULD_NOT_KNOW_EACH_OTHER =
            slices().matching("org.urdma4j.tools.(*)..")
                    .should()
                    .notDependOnEachOther()
                    .ignoreDependency(
                            alwaysTrue(),
                            resideInAnyPackage(
                                    "..tools.terminal", "..tools.peer", "..tools.backend"));

    /** What is secret, or believed, is opened by {@code PrivateFile}, which looks at the owner. */
    @ArchTest
    static final ArchRule SECRETS_SHOULD_BE_OPENED_IN_ONE_PLACE =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "..protection.credentials..",
                            "..protection.association..",
                            "..transport.port.keys..",
                            "..tools.key..")
                    .and()
                    .haveSimpleNameNotStartingWith("PrivateFile")
                    .and()
                    .doNotHaveSimpleName("FileOwnership")
                    .and()
                    .doNotHaveSimpleName("OwnUser")
                    .should(OPEN_FILES);

    @ArchTest
    static final ArchRule MODES_SHOULD_BE_SET_IN_ONE_PLACE =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "org.urdma4j.protection.credentials..",
                            "org.urdma4j.transport.stat..",
                            "org.urdma4j.forward.relay..") // UNIX sockets
                    .should()
                    .dependOnClassesThat()
                    .belongToAnyOf(PosixFilePermissions.class, PosixFilePermission.class);

    @ArchTest
    static final ArchRule KEYS_OF_GATEWAYS_SHOULD_BE_READ_IN_ONE_PLACE =
            noClasses()
                    .that()
                    .doNotHaveFullyQualifiedName(GatewayArguments.class.getName())
                    .should()
                    .callConstructor(GatewayKey.class, byte[].class);

    /** What is printed goes through {@code QuietPrinter}. */
    @ArchTest
    static final ArchRule ONLY_THE_COMMAND_SHOULD_KNOW_THE_STANDARD_STREAMS =
            noClasses()
                    .that()
                    .doNotHaveFullyQualifiedName(Urdma.class.getName())
                    .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);

    /** Bytes of others become text in {@code ForeignText} alone; those here are no peer's. */
    @ArchTest
    static final ArchRule FOREIGN_TEXT_SHOULD_BE_READ_IN_ONE_PLACE =
            noClasses()
                    .that(
                            DescribedPredicate.not(
                                    DescribedPredicate.describe(
                                            "read own files, the kernel or own programs",
                                            each -> isOwnText(each.getName()))))
                    .should(READ_TEXT);
}
