package org.urdma4j.transport.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpListener;
import org.urdma4j.transport.qp.QpSetup;
import org.urdma4j.transport.queue.ReceiveQueue;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

class StatFileTest {
    static final QpListener NOBODY =
            new QpListener() {
                @Override
                public void onState(QpState state) {}

                @Override
                public void onEvent(EventType event) {}
            };

    @TempDir private Path folder;

    private final Shard shard = new Shard(EngineConfig.DEFAULT, new Random(1));
    private Path path;
    private StatFile file;

    @BeforeEach
    void create() throws IOException {
        path = folder.resolve("1.stat");
        file = StatFile.create(path, "udp 10.0.0.1:4791", 500);
    }

    @AfterEach
    void close() throws IOException {
        file.close();
    }

    private Qp queuePair() {
        return shard.createQp(
                new QpSetup(
                        shard.freshQpn(),
                        1,
                        true,
                        new SendQueue(4, 1, 0),
                        new ReceiveQueue(4, 1),
                        null,
                        null,
                        NOBODY));
    }

    @Test
    void shouldHoldWhatWasCounted() throws Exception {
        Qp qp = queuePair();
        qp.counters().add(Counter.SENT_BYTES, 5_000_000_000L);
        shard.counters().increment(Counter.DROPPED_UNKNOWN_QP);

        assertThat(file.publish(shard, 1234)).isTrue();

        DeviceStat device = StatReader.read(path);
        assertThat(device.process()).isEqualTo(ProcessIdentity.current());
        assertThat(device.device()).isEqualTo("udp 10.0.0.1:4791");
        assertThat(device.publishedMs()).isEqualTo(1234);
        assertThat(device.counters()).hasSameSizeAs(Counter.values());
        assertThat(device.counter("sent_bytes")).isEqualTo(5_000_000_000L);
        assertThat(device.counter("dropped_unknown_qp")).isEqualTo(1);
        assertThat(device.counter("of another build")).isZero();
        QpStat pair = device.queuePairs().getFirst();
        assertThat(pair.qpn()).isEqualTo(qp.qpn());
        assertThat(pair.type()).isEqualTo("RC");
        assertThat(pair.state()).isEqualTo("RESET");
        assertThat(pair.profile()).isEqualTo("standard");
        assertThat(pair.peer()).isEmpty();
        assertThat(pair.counter("sent_bytes")).isEqualTo(5_000_000_000L);
    }

    @Test
    void shouldMakeRoomForThousandsOfQueuePairs() throws Exception {
        for (int i = 0; i < StatFile.MOST_SLOTS + 10; i++) {
            queuePair();
        }

        file.publish(shard, 1);
        assertThat(StatReader.read(path).queuePairs()).hasSize(16);
        assertThat(StatReader.read(path).queuePairCount()).isEqualTo(StatFile.MOST_SLOTS + 10);

        file.makeRoom(shard.qpCount());
        file.publish(shard, 2);
        file.makeRoom(shard.qpCount());
        DeviceStat device = StatReader.read(path);
        assertThat(device.queuePairs()).hasSize(StatFile.MOST_SLOTS);
        assertThat(device.queuePairCount()).isEqualTo(StatFile.MOST_SLOTS + 10);
        assertThat(device.queuePairs().stream().map(QpStat::qpn).distinct())
                .hasSize(StatFile.MOST_SLOTS);
    }

    @Test
    void shouldOnlyEverBeReadWhole() throws Exception {
        for (int i = 0; i < 16; i++) {
            queuePair();
        }
        AtomicBoolean over = new AtomicBoolean();
        Thread writer =
                Thread.ofPlatform()
                        .start(() -> {
                            for (long i = 1; !over.get(); i++) {
                                shard.forEachQp(qp -> qp.counters().increment(Counter.SENT_PKTS));
                                file.publish(shard, i);
                                LockSupport.parkNanos(1); // so that some reads find it whole
                            }
                        });
        int read = 0;
        try {
            while (read < 200) {
                try {
                    DeviceStat device = StatReader.read(path);
                    assertThat(device.queuePairs())
                            .allMatch(pair -> pair.counter("sent_pkts") == device.publishedMs());
                    assertThat(device.counter("sent_pkts")).isEqualTo(16 * device.publishedMs());
                    read++;
                } catch (IOException busy) {
                    assertThat(busy).hasMessageContaining("is being written");
                }
            }
        } finally {
            over.set(true);
            writer.join();
        }
    }

    @Test
    void shouldSurviveThatSomebodyCutsItsFile() throws Exception {
        queuePair();
        file.publish(shard, 1);
        try (FileChannel other = FileChannel.open(path, StandardOpenOption.WRITE)) {
            other.truncate(0);
        }

        assertThat(file.publish(shard, 2)).isFalse();
        assertThatThrownBy(() -> StatReader.read(path))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("holds no counters");
    }

    @Test
    void shouldReadNothingOutOfDamage() throws Exception {
        queuePair();
        file.publish(shard, 1);
        byte[] whole = Files.readAllBytes(path);
        Path other = folder.resolve("other.stat");
        Random random = new Random(3);
        for (int i = 0; i < 3000; i++) {
            byte[] damaged = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
            for (int k = 0; k < 3 && damaged.length > 0; k++) {
                damaged[random.nextInt(Math.min(damaged.length, 300))] = (byte) random.nextInt();
            }
            Files.write(other, damaged);
            try {
                StatReader.read(other);
            } catch (IOException expected) {
                assertThat(expected).hasMessageContaining("other.stat");
            }
        }
    }

    @Test
    void shouldSayThatALayoutIsAnother() throws Exception {
        file.publish(shard, 1);
        byte[] bytes = Files.readAllBytes(path);
        bytes[StatLayout.VERSION_AT] = 2;
        Files.write(path, bytes);

        assertThatThrownBy(() -> StatReader.read(path)).hasMessageContaining("has layout 2");
    }

    @Test
    void shouldBeForItsUserAloneAndNeverReplaceAFile() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> StatFile.create(path, "d", 1))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void shouldRemoveTheFilesOfProcessesThatHaveEnded() throws Exception {
        file.publish(shard, 1);
        byte[] dead = Files.readAllBytes(path);
        ByteBuffer.wrap(dead).order(ByteOrder.LITTLE_ENDIAN).putLong(StatLayout.START, 1);
        Path ended = Files.write(folder.resolve("2.stat"), dead);
        ByteBuffer.wrap(dead).order(ByteOrder.LITTLE_ENDIAN).putLong(StatLayout.NAMESPACE, 7);
        Path elsewhere = Files.write(folder.resolve("3.stat"), dead);
        Path foreign = Files.writeString(folder.resolve("4.stat"), "something else");

        StatFolder.removeDead(folder);

        assertThat(ended).doesNotExist();
        assertThat(path).exists();
        assertThat(elsewhere).exists();
        assertThat(foreign).exists();
    }

    @Test
    void shouldUseNoFolderThatOthersCanWriteTo() throws Exception {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), open);
        Path none = folder.resolve("none");
        String before = System.getProperty(StatFolder.FOLDER_PROPERTY);
        try {
            for (Path bad : new Path[] {open, link, path}) {
                System.setProperty(StatFolder.FOLDER_PROPERTY, bad.toString());
                assertThatThrownBy(StatFolder::prepare).isInstanceOf(IOException.class);
            }
            System.setProperty(StatFolder.FOLDER_PROPERTY, none.toString());
            assertThat(StatFolder.prepare()).isEqualTo(none);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(none)))
                    .isEqualTo("rwx------");
            assertThat(StatFolder.prepare()).isEqualTo(none);
        } finally {
            if (before == null) {
                System.clearProperty(StatFolder.FOLDER_PROPERTY);
            } else {
                System.setProperty(StatFolder.FOLDER_PROPERTY, before);
            }
        }
    }
}
