package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import javax.xml.parsers.DocumentBuilderFactory;

/** What comes along with a module, as its pom and those of its dependencies say. */
class ModulesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static Document pom(String folder) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(ROOT.resolve(folder).resolve("pom.xml").toFile());
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
            if (ours && !text(dependency, "scope").equals("test") && needs.add(name)) {
                addNeeds(name, needs);
            }
        }
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

    @Test
    void shouldLetEachProductStandAlone() throws Exception {
        assertThat(needs("wan")).doesNotContain("interop", "measure", "lab", "report", "tools");
        assertThat(needs("bridge")).doesNotContain("simulation", "wan", "measure", "tools");
        assertThat(needs("tunnel")).doesNotContain("interop", "measure", "lab", "report", "tools");
        assertThat(needs("interop"))
                .doesNotContain("wan", "tunnel", "measure", "lab", "report", "tools");
        assertThat(needs("measure")).doesNotContain("process", "wan", "interop", "lab", "report");
        assertThat(needs("lab")).doesNotContain("wan", "interop", "report", "tools");
    }

    @Test
    void shouldNeedBenchmarksAndConformanceNowhere() throws Exception {
        List<String> modules = new ArrayList<>();
        NodeList names = pom("").getElementsByTagName("module");
        for (int i = 0; i < names.getLength(); i++) {
            modules.add(names.item(i).getTextContent());
        }
        assertThat(modules).contains("bench", "conformance", "tools");
        for (String module : modules) {
            assertThat(needs(module)).as(module).doesNotContain("bench", "conformance", "tools");
        }
    }
}
