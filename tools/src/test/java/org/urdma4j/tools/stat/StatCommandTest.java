package org.urdma4j.tools.stat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.OwnLoopback;
import org.urdma4j.transport.stat.StatFolder;
import org.urdma4j.transport.stat.StatPublisher;
import org.urdma4j.transport.stat.StreamsFile;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.Verbs;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

class StatCommandTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final long PID = ProcessHandle.current().pid();

    @TempDir private Path folder;
    private Path files;

    @BeforeEach
    void nameFolder() {
        files = folder.resolve("stat");
        System.setProperty(StatFolder.FOLDER_PROPERTY, files.toString());
    }

    @AfterEach
    void clear() {
        System.clearProperty(StatFolder.FOLDER_PROPERTY);
        System.clearProperty(StatPublisher.PROPERTY);
    }

    private static Context open(int host) {
        return Verbs.open(OwnLoopback.address(host));
    }

    private static void await(BooleanSupplier condition) {
        for (int i = 0; i < 1000 && !condition.getAsBoolean(); i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    /** Whoever publishes removes the folder at last, by the name that the property has then. */
    private void awaitRemoval() {
        await(() -> !Files.exists(files));
    }

    @Test
    void shouldShowStreamsWhileTheyAreThere() throws Exception {
        assertThat(Invocation.of("stat").out()).doesNotContain("carries");
        try (StreamsFile file = StreamsFile.open()) {
            file.write(
                    List.of(
                            new StreamsFile.Line("127.0.0.1:5", "few:80", 1, 0),
                            new StreamsFile.Line("127.0.0.1:6", "many:80", 2048, 1_000_000)));
            Path own;
            try (var all = Files.list(files)) {
                own = all.filter(each -> each.toString().endsWith(".streams")).findAny().get();
            }
            Path dead =
                    own.resolveSibling(own.getFileName().toString().replaceFirst("-\\d+-", "-1-"));
            Files.copy(own, dead); // of a process that had the same number
            Files.writeString(files.resolve("1-1-x.streams"), "no\tfile\tof\tours\n");
            String text = Invocation.of("stat", "--top", 1).out();
            assertThat(text)
                    .contains(PID + " carries 2 streams")
                    .containsPattern("127.0.0.1:6 to many:80: sent 2\\S* \\S+, received ")
                    .contains("  and 1 more")
                    .doesNotContain("few:80");
            JsonNode json = JSON.readTree(Invocation.of("stat", "--json").out());
            assertThat(json.get("streams")).hasSize(2);
            JsonNode one = json.get("streams").get(0);
            assertThat(one.get("pid").asLong()).isEqualTo(PID);
            assertThat(one.get("target").asString()).isEqualTo("few:80");
            assertThat(one.get("sent").asLong()).isEqualTo(1);
            assertThat(dead).doesNotExist();
            assertThat(own).exists();
        }
        assertThat(Invocation.of("stat").out()).doesNotContain("carries");
    }

    @Test
    void shouldShowADeviceWhileItIsOpen() throws Exception {
        try (Context context = open(77);
                ProtectionDomain domain = context.allocPd();
                CompletionQueue queue = context.createCq(4, null, null);
                var pair =
                        domain.createQp(
                                QpInitAttr.builder()
                                        .cq(queue)
                                        .cap(new QpCap(4, 4, 1, 1, 0))
                                        .build())) {
            await(() ->
                    Invocation.of("stat", PID).out().contains("0x%06x".formatted(pair.qpNum())));

            Invocation text = Invocation.of("stat", "--interval", "0.1", "--count", "2");
            assertThat(text.status()).isZero();
            assertThat(text.out())
                    .contains(
                            OwnLoopback.address(77).getHostAddress(),
                            "1 queue pairs",
                            "RESET",
                            PID + " ");
            JsonNode json = JSON.readTree(Invocation.of("stat", "--json", PID).out());
            JsonNode device = json.get("devices").get(0);
            assertThat(device.get("pid").asLong()).isEqualTo(PID);
            assertThat(device.get("counters").get("sent_pkts").asLong()).isZero();
            assertThat(device.get("queue_pairs").get(0).get("qpn").asInt()).isEqualTo(pair.qpNum());
        }
        await(() -> Invocation.of("stat", PID).status() == 1);
        assertThat(StatFolder.files(files)).isEmpty();
        awaitRemoval();
    }

    @Test
    void shouldPublishNothingWhenSwitchedOff() throws Exception {
        System.setProperty(StatPublisher.PROPERTY, "off");
        try (Context _ = open(78)) {
            System.clearProperty(StatPublisher.PROPERTY);
            try (Context _ = open(77)) {
                await(() -> Invocation.of("stat", PID).status() == 0);
                assertThat(StatFolder.files(files)).hasSize(1);
            }
        }
        awaitRemoval();
    }

    @Test
    void shouldLeaveTheApplicationAloneWithoutAFolder() throws Exception {
        Files.writeString(files, "not a folder");

        try (Context context = open(77)) {
            assertThat(context.queryDevice()).isNotNull();
        }
        assertThat(Invocation.of("stat").out()).contains("no process of this user");
        assertThat(Files.readString(files)).isEqualTo("not a folder");
    }

    @Test
    void shouldSayWhichFilesItCannotRead() throws Exception {
        Files.createDirectory(files);
        Files.writeString(files.resolve("1-0-0.stat"), "something else");

        Invocation result = Invocation.of("stat");

        assertThat(result.status()).isZero();
        assertThat(result.err()).contains("1-0-0.stat: holds no counters").hasLineCount(1);
        assertThat(files.resolve("1-0-0.stat")).exists();
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertThat(Invocation.of("stat", "--interval", "0").status()).isEqualTo(2);
        assertThat(Invocation.of("stat", "--count", "0").status()).isEqualTo(2);
        assertThat(Invocation.of("stat", "nobody").status()).isEqualTo(2);
        assertThat(Invocation.of("stat", "99999999").err())
                .contains("process 99999999 publishes nothing in " + files);
    }
}
