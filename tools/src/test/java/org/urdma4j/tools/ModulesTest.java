package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import javax.xml.parsers.DocumentBuilderFactory;

/** What comes along with a module, as its pom and those of its dependencies say. */
class ModulesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** What the names of artifacts begin with; the rest is the module. */
    private static final String PREFIX = "urdma4j-";

    private static Document parse(Path pom) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    }

    /** The module whose artifact's name ends so; the project's own for an empty name. */
    private static Document pom(String module) throws Exception {
        return parse(file(module));
    }

    private static Path file(String module) throws Exception {
        return ROOT.resolve(module.isEmpty() ? "" : folders().get(module)).resolve("pom.xml");
    }

    /** The folders of modules from the root, by what the names of their artifacts end with. */
    private static Map<String, String> folders() throws Exception {
        Map<String, String> folders = new TreeMap<>();
        NodeList names = parse(ROOT.resolve("pom.xml")).getElementsByTagName("module");
        for (int i = 0; i < names.getLength(); i++) {
            String folder = names.item(i).getTextContent();
            String last = folder.substring(folder.lastIndexOf('/') + 1);
            folders.put(last.equals("fabric") ? "leafspine" : last, folder);
        }
        return folders;
    }

    private static String text(Element parent, String tag) {
        NodeList all = parent.getElementsByTagName(tag);
        return all.getLength() == 0 ? "" : all.item(0).getTextContent().strip();
    }

    /** Adds all that is on the class path of who uses {@code module}. */
    private static void addNeeds(String module, Set<String> needs) throws Exception {
        NodeList dependencies = pom(module).getElementsByTagName("dependency");
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            String name = text(dependency, "artifactId");
            boolean ours = text(dependency, "groupId").equals("org.urdma4j");
            if (ours && !text(dependency, "scope").equals("test")) {
                String folder = name.substring(PREFIX.length());
                if (needs.add(folder)) {
                    addNeeds(folder, needs);
                }
            }
        }
    }

    /** What the project itself says, and none of its dependencies; empty if it doesn't. */
    private static String child(Document pom, String tag) {
        NodeList all = pom.getDocumentElement().getChildNodes();
        for (int i = 0; i < all.getLength(); i++) {
            if (all.item(i).getNodeName().equals(tag)) {
                return all.item(i).getTextContent().strip();
            }
        }
        return "";
    }

    /** The version that a module has from the parent; empty if it has none. */
    private static String parentVersion(String module) throws Exception {
        NodeList parents = pom(module).getElementsByTagName("parent");
        return parents.getLength() == 0 ? "" : text((Element) parents.item(0), "version");
    }

    private static List<String> modules() throws Exception {
        return new ArrayList<>(folders().keySet());
    }

    private static Set<String> needs(String module) throws Exception {
        Set<String> needs = new TreeSet<>();
        addNeeds(module, needs);
        return needs;
    }

    @Test
    void shouldBringNothingOfTheToolsAlongWithTheTransport() throws Exception {
        assertThat(needs("transport"))
                .containsExactlyInAnyOrder(
                        "verbs-api", "codec", "congestion", "fec", "retransmit", "protection");
        assertThat(needs("verbs-api")).isEmpty();
    }

    /** Whatever the provider is, and nobody gets Micrometer who doesn't ask for it. */
    @Test
    void shouldMeasureByTheVerbsApiAlone() throws Exception {
        assertThat(needs("metrics")).containsExactly("verbs-api");
        assertThat(needs("micrometer")).containsExactly("verbs-api");
        assertThat(needs("tools")).contains("metrics").doesNotContain("micrometer");
    }

    /** Whatever the provider is, and nobody gets channels for Netty who doesn't ask for them. */
    @Test
    void shouldBringNettyChannelsByTheVerbsApiAlone() throws Exception {
        assertThat(needs("netty")).containsExactly("verbs-api");
        assertThat(needs("tools")).doesNotContain("netty");
    }

    /** Tests of applications get the path, neither the simulator nor what other products need. */
    @Test
    void shouldBringNoLabsAlongWithTheTestingKit() throws Exception {
        Set<String> expected = needs("transport");
        expected.addAll(Set.of("transport", "link"));
        assertThat(needs("testing")).isEqualTo(expected);
        assertThat(needs("tools")).doesNotContain("testing");
    }

    /** Who doesn't use the pcap backend gets neither Pcap4J nor what it needs. */
    @Test
    void shouldLeavePcap4jToWhoWantsIt() throws Exception {
        NodeList dependencies = pom("transport").getElementsByTagName("dependency");
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            if (text(dependency, "artifactId").equals("pcap4j-core")) {
                assertThat(text(dependency, "optional")).isEqualTo("true");
                return;
            }
        }
        fail("transport can't be compiled without Pcap4J");
    }

    /** Nobody gets Hadoop who doesn't ask for it; what builds the command doesn't either. */
    @Test
    void shouldLeaveHadoopToWhoWantsIt() throws Exception {
        for (String module : modules()) {
            if (!module.equals("hadoop")) {
                assertThat(text(pom(module).getDocumentElement(), "hadoop.version"))
                        .as(module)
                        .isEmpty();
                Set<String> needs = module.equals("bom") ? Set.of() : needs(module);
                assertThat(needs).as(module).doesNotContain("hadoop");
            }
        }
        NodeList dependencies = pom("hadoop").getElementsByTagName("dependency");
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            if (text(dependency, "groupId").startsWith("org.apache.hadoop")) {
                assertThat(text(dependency, "scope")).isIn("provided", "test");
            }
        }
    }

    /** No build takes longer for them unless it is asked to, and nothing of ours needs them. */
    @Test
    void shouldLeaveOtherTransportsAndTheArchiveToWhoAsksForThem() throws Exception {
        NodeList names = pom("").getElementsByTagName("module");
        for (int i = 0; i < names.getLength(); i++) {
            if (Set.of("bench/peers", "dist").contains(names.item(i).getTextContent())) {
                Element profile = (Element) names.item(i).getParentNode().getParentNode();
                assertThat(profile.getTagName()).isEqualTo("profile");
                assertThat(profile.getElementsByTagName("activation").getLength()).isZero();
            }
        }
        for (String module : modules()) {
            if (!module.equals("peers")) {
                assertThat(Files.readString(file(module)))
                        .as(module)
                        .doesNotContain("io.aeron", "quic");
            }
        }
    }

    /** The floor of docs/architecture.md that a folder is on. */
    private static int floor(String folder) {
        if (folder.startsWith("bench") || Set.of("dist", "examples", "tools").contains(folder)) {
            return 5;
        }
        if (Set.of("labs/fixtures", "labs/link").contains(folder)) {
            return 1;
        }
        if (folder.startsWith("labs/")) {
            return 4;
        }
        if (folder.startsWith("apps/") || folder.startsWith("integrations/")) {
            return 3;
        }
        return folder.equals("transport") ? 2 : 1;
    }

    /** What a module's own pom says that it needs to run. */
    private static Set<String> arrows(String module) throws Exception {
        Set<String> arrows = new TreeSet<>();
        NodeList dependencies = pom(module).getElementsByTagName("dependency");
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            if (text(dependency, "groupId").equals("org.urdma4j")
                    && !text(dependency, "scope").equals("test")) {
                arrows.add(text(dependency, "artifactId").substring(PREFIX.length()));
            }
        }
        return arrows;
    }

    @Test
    void shouldStandOnFiveFloorsWithArrowsDown() throws Exception {
        int arrows = 0;
        for (String module : modules()) {
            Set<String> own = module.equals("bom") ? Set.of() : arrows(module);
            for (String other : own) {
                assertThat(floor(folders().get(other)))
                        .as("%s needs %s", module, other)
                        .isLessThanOrEqualTo(floor(folders().get(module)));
            }
            arrows += own.size();
        }
        assertThat(arrows).isLessThanOrEqualTo(41);
    }

    @Test
    void shouldLetEachProductStandAlone() throws Exception {
        assertThat(needs("wan")).doesNotContain("interop", "measure", "lab", "report", "tools");
        assertThat(needs("gateway")).doesNotContain("simulation", "wan", "measure", "tools");
        assertThat(needs("copy"))
                .doesNotContain("simulation", "gateway", "wan", "measure", "lab", "tools");
        assertThat(needs("hadoop"))
                .contains("copy")
                .doesNotContain("simulation", "gateway", "wan", "measure", "lab", "tools");
        assertThat(needs("tunnel")).doesNotContain("simulation", "wan", "interop", "measure");
        assertThat(needs("interop"))
                .doesNotContain("wan", "tunnel", "measure", "lab", "report", "tools");
        assertThat(needs("measure")).doesNotContain("wan", "interop", "lab", "report");
        assertThat(needs("lab")).doesNotContain("wan", "interop", "report", "tools");
    }

    @Test
    void shouldNeedBenchmarksAndConformanceNowhere() throws Exception {
        assertThat(modules()).contains("bench", "conformance", "examples", "peers", "tools");
        List<String> jars = modules();
        jars.remove("bom"); // it lists what there is, and needs nothing
        assertThat(arrows("dist")).containsExactly("tools");
        jars.remove("dist");
        for (String module : jars) {
            assertThat(needs(module))
                    .as(module)
                    .doesNotContain("bench", "conformance", "examples", "peers", "tools");
        }
    }

    @Test
    void shouldNameEachArtifactAfterTheProjectAndItsFolder() throws Exception {
        for (String module : modules()) {
            assertThat(child(pom(module), "artifactId")).isEqualTo(PREFIX + module);
            assertThat(child(pom(module), "version").concat(parentVersion(module)))
                    .as("version of %s", module)
                    .isEqualTo(child(pom(""), "version"));
        }
    }

    /** A manifest without a name, or with one of two modules, can't be on a module path. */
    @Test
    void shouldGiveEachModuleANameOfItsOwn() throws Exception {
        Set<String> names = new TreeSet<>();
        for (String module : modules()) {
            if (!module.equals("bom")) {
                String name = text(pom(module).getDocumentElement(), "module.name");
                assertThat(name).as(module).matches("org\\.urdma4j(\\.[a-z][a-z0-9]*)+");
                assertThat(names.add(name)).as("%s is named once", name).isTrue();
            }
        }
    }

    /** What Maven Central refuses a pom without; but for name and description it is inherited. */
    @Test
    void shouldSayWhatMavenCentralAsksFor() throws Exception {
        for (String pom : List.of("", "bom")) {
            Element project = pom(pom).getDocumentElement();
            assertThat(child(pom(pom), "url")).as(pom).startsWith("https://");
            assertThat(text(element(project, "license"), "name")).isEqualTo("Apache-2.0");
            assertThat(text(element(project, "license"), "url")).startsWith("https://");
            assertThat(text(element(project, "developer"), "name")).isNotEmpty();
            assertThat(text(element(project, "scm"), "connection")).startsWith("scm:git:https://");
            assertThat(text(element(project, "scm"), "url")).startsWith("https://");
        }
        for (String module : modules()) {
            Document pom = pom(module);
            assertThat(child(pom, "name")).as(module).isEqualTo(PREFIX + module);
            assertThat(child(pom, "description")).as(module).isNotEmpty();
        }
    }

    private static Element element(Element parent, String tag) {
        return (Element) parent.getElementsByTagName(tag).item(0);
    }

    /** Sources and javadoc go with what is published; who has none of the latter isn't. */
    @Test
    void shouldPublishLibrariesAlone() throws Exception {
        List<String> kept = new ArrayList<>();
        for (String module : modules()) {
            Element pom = pom(module).getDocumentElement();
            if (text(pom, "maven.deploy.skip").equals("true")) {
                kept.add(module);
            } else {
                assertThat(text(pom, "maven.javadoc.skip")).as(module).isNotEqualTo("true");
            }
        }
        assertThat(kept)
                .containsExactlyInAnyOrder(
                        "bench", "dist", "examples", "fixtures", "peers", "tools");
    }

    /** They are to be read and run, and to be installed otherwise. */
    @Test
    void shouldPublishNeitherExamplesNorTheArchive() throws Exception {
        for (String module : List.of("dist", "examples")) {
            Element pom = pom(module).getDocumentElement();
            assertThat(text(pom, "maven.install.skip")).as(module).isEqualTo("true");
            assertThat(text(pom, "maven.deploy.skip")).as(module).isEqualTo("true");
        }
    }

    /** What an application may depend on: all but the programs, and what tests alone need. */
    @Test
    void shouldListEveryLibraryInTheBom() throws Exception {
        List<String> libraries = modules();
        libraries.removeAll(
                List.of("bom", "bench", "dist", "examples", "fixtures", "peers", "tools"));
        List<String> listed = new ArrayList<>();
        NodeList dependencies = pom("bom").getElementsByTagName("dependency");
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            assertThat(text(dependency, "version")).isEqualTo("${project.version}");
            listed.add(text(dependency, "artifactId").substring(PREFIX.length()));
        }
        assertThat(listed).containsExactlyInAnyOrderElementsOf(libraries);
    }

    @Test
    void shouldShowTheCoordinatesThatThereAre() throws Exception {
        String version = child(pom(""), "version");

        assertThat(
                        text(
                                parse(ROOT.resolve(".ci/application/pom.xml")).getDocumentElement(),
                                "urdma4j.version"))
                .isEqualTo(version);
        assertThat(Files.readString(ROOT.resolve("docs/using.md")))
                .contains(
                        "<artifactId>urdma4j-bom</artifactId>",
                        "<artifactId>urdma4j-verbs-api</artifactId>",
                        "<artifactId>urdma4j-transport</artifactId>",
                        "<version>%s</version>".formatted(version));
    }
}
