package org.urdma4j.copy.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.scan.Entry;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

@Timeout(30)
class SharingTest {
    private static final int CHUNKS = 50;
    private static final long SIZE = (CHUNKS - 1) * (long) Limits.CHUNK + 1;

    @TempDir Path folder;
    private final Sharing sharing = new Sharing(3);

    /** What was added last. */
    private FileHandle opened;

    private Sharing.SharedFile file(int part, int id, BitSet have) throws IOException {
        FileIdentity identity = new FileIdentity(SIZE, 1, 2, 3, 4, 5);
        FileStat stat =
                new FileStat(FileType.FILE, new Attributes(0644, 1, 2), identity, 1, 0, 0, 1, SIZE);
        Files.write(folder.resolve("f"), new byte[0]);
        try (Root root = Root.open(folder.toString())) {
            opened = root.openFile(TreePath.of("f"));
        }
        return sharing.add(part, id, new Entry(TreePath.of("f"), stat, null), opened, have);
    }

    private Sharing.Range range(int part) throws Exception {
        return (Sharing.Range) sharing.next(part);
    }

    private void arrive(Sharing.Range range, int part) {
        sharing.onSent(part);
        sharing.onArrived(range.file());
    }

    @Test
    void shouldGiveEachChunkThatIsMissingOnceAndThenTheEnd() throws Exception {
        BitSet have = new BitSet();
        have.set(3, 20);
        have.set(21);
        have.set(CHUNKS - 1);
        Sharing.SharedFile file = file(1, 7, have);
        BitSet given = (BitSet) have.clone();
        Random random = new Random(1);
        List<Sharing.Range> underway = new ArrayList<>();
        while (given.cardinality() < CHUNKS) {
            int part = random.nextInt(3);
            Sharing.Range range = range(part);
            for (int i = (int) range.first(); i < range.end(); i++) {
                assertThat(given.get(i)).isEqualTo(have.get(i));
                given.set(i);
            }
            sharing.onSent(part);
            underway.add(range);
        }
        sharing.onDone(0);
        sharing.onDone(2);
        underway.forEach(range -> sharing.onArrived(range.file()));
        assertThat(sharing.next(1)).isEqualTo(new Sharing.End(file));
        assertThat(opened.share()).as("still open").isFalse();
        sharing.onDone(1);
        for (int part = 0; part < 3; part++) {
            assertThat(sharing.next(part)).isNull();
        }
    }

    @Test
    void shouldGiveAConnectionItsOwnFilesFirst() throws Exception {
        Sharing.SharedFile others = file(0, 1, new BitSet());
        Sharing.SharedFile own = file(1, 2, new BitSet());
        for (int i = 0; i < 12; i++) {
            Sharing.Range range = range(1);
            assertThat(range.file()).isSameAs(own);
            sharing.onSent(1);
        }
        Sharing.Range last = range(1);
        assertThat(last.file()).isSameAs(own);
        sharing.onSent(1);
        assertThat(range(1).file()).isSameAs(others);
        sharing.remove(others);
        sharing.onDone(0);
        sharing.onDone(1);
        sharing.onDone(2);
        assertThat(sharing.next(0)).isNull();
    }

    @Test
    void shouldEndAFileAtOnceThatHasFailedSomewhere() throws Exception {
        Sharing.SharedFile file = file(2, 9, new BitSet());
        Sharing.Range one = range(0);
        arrive(range(1), 1);
        sharing.onFailed(one.file());
        assertThat(sharing.next(2)).isEqualTo(new Sharing.End(file));
    }

    /** What a connection waits for may come of another one's thread. */
    @Test
    void shouldWakeWhoWaits() throws Exception {
        Sharing.SharedFile file = file(0, 1, new BitSet());
        Sharing.Range first = range(1);
        Sharing.Range second = range(1);
        try (ExecutorService waiting = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Sharing.Step> third = waiting.submit(() -> sharing.next(1));
            arrive(first, 1);
            assertThat(third.get()).isInstanceOf(Sharing.Range.class);
            Future<Sharing.Step> end = waiting.submit(() -> sharing.next(0));
            assertThat(end.get()).isInstanceOf(Sharing.Range.class);
            Future<Sharing.Step> fourth = waiting.submit(() -> sharing.next(1));
            sharing.remove(file);
            assertThat(opened.share()).as("still open").isFalse();
            for (int part = 0; part < 3; part++) {
                sharing.onDone(part);
            }
            assertThat(fourth.get()).isNull();
        }
        assertThat(second.file()).isSameAs(file);
    }

    @Test
    void whoWaitsForLongShouldSayThatItIsThere() throws Exception {
        assertThat(new Sharing(2, 1).next(0)).isEqualTo(new Sharing.Rest());
    }

    @Test
    void shouldEndForAllWhenOneIsGone() throws Exception {
        file(0, 1, new BitSet());
        IOException why = new IOException("why");
        sharing.abort(why);
        assertThatThrownBy(() -> sharing.next(1)).isSameAs(why);
    }

    @Test
    void shouldBeOfFilesThatLackMuch() {
        BitSet have = new BitSet();
        assertThat(Sharing.isWorthwhile(32L * Limits.CHUNK, have)).isTrue();
        assertThat(Sharing.isWorthwhile(31L * Limits.CHUNK, have)).isFalse();
        have.set(0, 40);
        assertThat(Sharing.isWorthwhile(71L * Limits.CHUNK + 1, have)).isTrue();
        assertThat(Sharing.isWorthwhile(71L * Limits.CHUNK, have)).isFalse();
    }
}
