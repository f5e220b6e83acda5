package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.fixtures.TestKeys;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.keys.FreeKeyPort;
import org.urdma4j.transport.port.keys.TlsProtection;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * No secret of a live connection is told by any event, log line, counter, description or {@code
 * toString} of an object in it, whose secrets are found all the same.
 */
@Timeout(120)
class SecretsTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.0.2");
    private static final InetAddress STRANGER = InetAddress.ofLiteral("127.0.0.3");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String[] OF_KEYS = {
        "org.urdma4j.protection.",
        "org.urdma4j.protection.credentials.",
        "org.urdma4j.protection.association.",
        "org.urdma4j.transport.seal.",
        "org.urdma4j.transport.port.keys.",
        "org.urdma4j.verbs."
    };

    @TempDir private Path folder;
    private final MemoryNetwork network = new MemoryNetwork("secrets");
    private final Secrets secrets = new Secrets();
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Logger root = Logger.getLogger("org.urdma4j");
    private final Level levelBefore = root.getLevel();
    private final Handler listener =
            new Handler() {
                @Override
                public void publish(LogRecord line) {
                    said.add(new SimpleFormatter().format(line));
                }

                @Override
                public void flush() {
                    // nothing waits
                }

                @Override
                public void close() {
                    // nothing is open
                }
            };
    private final int keyPort = FreeKeyPort.on(ONE, OTHER, STRANGER);

    @BeforeEach
    void listen() {
        root.addHandler(listener);
        root.setLevel(Level.ALL);
    }

    @AfterEach
    void listenNoMore() {
        root.removeHandler(listener);
        root.setLevel(levelBefore);
    }

    private CmEnd open(InetAddress address, PskCredentials key, Path log, List<Object> all) {
        JcaSource source = new JcaSource(Security.getProvider("SunJCE"));
        ProtectionConfig config =
                ProtectionConfig.builder(key, () -> secrets.listening(source))
                        .keyPort(keyPort)
                        .generationTime(Duration.ofSeconds(1))
                        .epochPackets(256)
                        .keyLog(log)
                        .build();
        TlsProtection protection = new TlsProtection(config);
        MemoryPort port =
                MemoryPort.open(
                        network,
                        Gid.of(address),
                        MemoryPortConfig.builder().withProtection(protection).build());
        all.addAll(List.of(key, config, protection, port, port.keyring().orElseThrow()));
        secrets.add(key.copyKey());
        return CmEnd.patient(port);
    }

    private void learn(Path log) throws IOException {
        for (String line : Files.readAllLines(log)) {
            for (String word : line.split(" ", -1)) {
                if (word.length() == 96) {
                    secrets.add(HexFormat.of().parseHex(word));
                }
            }
        }
    }

    @Test
    void shouldBeToldByNothing() throws Exception {
        Path log = folder.resolve("keys.log");
        List<Object> roots = new ArrayList<>();
        Set<String> told = new TreeSet<>();
        Set<String> classes = new TreeSet<>();
        int[] found = new int[1];
        try (CmEnd client = open(ONE, PskCredentials.of(TestKeys.key(1)), log, roots);
                CmEnd server = open(OTHER, PskCredentials.of(TestKeys.key(1)), log, roots);
                CmEnd stranger = open(STRANGER, PskCredentials.of(TestKeys.key(2)), log, roots)) {
            said.add(refused(stranger));
            server.listen(1);
            CmId id = client.ready(server);
            id.connect(ConnParam.EMPTY);
            CmEvent asked = server.await(CmEventType.CONNECT_REQUEST);
            server.createQp(asked.id());
            asked.id().accept(ConnParam.EMPTY);
            said.add(client.await(CmEventType.ESTABLISHED).describe());
            said.add(server.await(CmEventType.ESTABLISHED).describe());
            while (id.qp().protection().orElseThrow().generation() == 0) {
                exchange(client, server, id, asked.id());
            }
            said.add(id.qp().protection().toString());
            said.add(asked.toString() + id + id.qp());
            said.add(client.context.counters().toString());
            for (Counter counter : Counter.values()) {
                said.add(counter.label() + " " + client.context.counters().get(counter));
            }
            learn(log);
            roots.addAll(List.of(client.context, server.context, stranger.context, id));
            new ObjectWalk(
                            one -> {
                                if (one instanceof byte[] bytes && secrets.has(bytes)) {
                                    found[0]++;
                                }
                                look(one, classes, told);
                            })
                    .from(roots.toArray());
        }

        assertThat(found[0]).as("secrets where they belong").isPositive();
        assertThat(secrets.count()).isGreaterThan(20);
        assertThat(classes)
                .contains(
                        "Secret",
                        "PskCredentials",
                        "ProtectionConfig",
                        "Keyring",
                        "PeerKeys",
                        "Generation",
                        "QpSeal",
                        "SealingKeys",
                        "OpeningKeys",
                        "JcaCipher",
                        "Association",
                        "Associations");
        assertThat(told).as("classes that tell").isEmpty();
        System.getLogger("org.urdma4j.transport").log(System.Logger.Level.DEBUG, "listened to");
        assertThat(said).anyMatch(line -> line.contains("listened to"));
        for (String line : said) {
            assertThat(secrets.toldBy(line)).as(line).isNull();
        }
    }

    private void look(Object one, Set<String> classes, Set<String> told) {
        for (String prefix : OF_KEYS) {
            if (one.getClass().getName().startsWith(prefix)) {
                classes.add(one.getClass().getSimpleName());
                if (secrets.toldBy(String.valueOf(one)) != null) {
                    told.add(one.getClass().getName());
                }
                return;
            }
        }
    }

    private static String refused(CmEnd stranger) throws InterruptedException {
        CmId id = stranger.createId();
        id.resolveAddr(null, new InetSocketAddress(OTHER, CmEnd.PORT), PATIENCE);
        stranger.await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(PATIENCE);
        return stranger.await(CmEventType.ROUTE_ERROR).describe();
    }

    private static void exchange(CmEnd client, CmEnd server, CmId id, CmId child) {
        server.receive(child, 0, 64);
        client.send(id, 0, 64);
        assertThat(client.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(server.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
    }

    /** What is looked for is found where it is. */
    @Test
    void shouldBeFoundInEveryForm() {
        byte[] key = new byte[48];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (37 * i + 129);
        }
        secrets.add(key);
        String hex = HexFormat.of().formatHex(key);

        assertThat(secrets.toldBy("key=" + hex)).isNotNull();
        assertThat(secrets.toldBy(hex.toUpperCase(Locale.ROOT))).isNotNull();
        assertThat(secrets.toldBy(HexFormat.ofDelimiter(" ").formatHex(key))).isNotNull();
        assertThat(secrets.toldBy(Base64.getEncoder().encodeToString(key))).isNotNull();
        assertThat(secrets.toldBy(Arrays.toString(key))).isNotNull();
        assertThat(secrets.toldBy("... " + hex.substring(0, 20))).isNotNull();
        assertThat(secrets.toldBy(hex.substring(70))).isNotNull();
        assertThat(secrets.toldBy("SHA256:0123456789abcdef, PSK, generation 7")).isNull();
    }
}
