package org.urdma4j.copy.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@Timeout(60)
class CopyTest {
    @TempDir Path here;
    @TempDir Path there;

    @Test
    void shouldPushATreeAsItIs() throws Exception {
        Trees.plant(here);
        try (Site site = new Site(there)) {
            Tally tally = site.push(here, CopyOptions.DEFAULT, 2);
            assertThat(tally.texts()).isEmpty();
            assertThat(tally.doneFiles()).isEqualTo(tally.foundFiles()).isEqualTo(307);
            assertThat(tally.movedBytes()).isEqualTo(tally.foundBytes());
        }
        assertThat(Trees.facts(there)).isEqualTo(Trees.facts(here));
    }

    @Test
    void shouldPullATreeAsItIs() throws Exception {
        Trees.plant(there);
        try (Site site = new Site(there)) {
            Tally tally = site.pull(here, CopyOptions.DEFAULT, 3);
            assertThat(tally.texts()).isEmpty();
            assertThat(tally.doneFiles()).isEqualTo(tally.foundFiles()).isEqualTo(307);
            assertThat(tally.movedBytes()).isEqualTo(tally.foundBytes());
        }
        assertThat(Trees.facts(here)).isEqualTo(Trees.facts(there));
    }

    @Test
    void shouldMoveNothingThatIsThere() throws Exception {
        Trees.plant(here);
        try (Site site = new Site(there)) {
            var _ = site.push(here, CopyOptions.DEFAULT, 1);
            Tally again = site.push(here, CopyOptions.DEFAULT, 2);
            assertThat(again.movedBytes()).isZero();
            assertThat(again.sameFiles()).isEqualTo(307);
            Trees.file(here.resolve("many/3/f3"), 77, 99);
            Tally changed = site.push(here, CopyOptions.DEFAULT, 2);
            assertThat(changed.movedBytes()).isEqualTo(77);
            assertThat(changed.doneFiles()).isEqualTo(1);
        }
        assertThat(Trees.facts(there)).isEqualTo(Trees.facts(here));
    }

    @Test
    void shouldSayWhatItWouldDoAndDoNothing() throws Exception {
        Trees.plant(here);
        CopyOptions dry = new CopyOptions(true, false, false, true, true, List.of());
        Trees.file(there.resolve("surplus"), 5, 1);
        try (Site site = new Site(there)) {
            Tally tally = site.push(here, dry, 2);
            assertThat(tally.wantedFiles()).isEqualTo(307);
            assertThat(tally.movedBytes()).isZero();
            assertThat(tally.removed()).isEqualTo(1);
        }
        assertThat(Trees.facts(there)).containsOnlyKeys("surplus");
    }

    @Test
    void shouldRemoveWhatTheSourceHasNot() throws Exception {
        Trees.plant(here);
        CopyOptions delete = new CopyOptions(true, false, false, true, false, List.of());
        try (Site site = new Site(there)) {
            var _ = site.push(here, CopyOptions.DEFAULT, 1);
            Trees.file(there.resolve("many/3/surplus"), 5, 1);
            Trees.file(there.resolve("gone/with/all"), 5, 1);
            Tally tally = site.push(here, delete, 2);
            assertThat(tally.texts()).isEmpty();
            assertThat(tally.removed()).isEqualTo(4);
            assertThat(Trees.facts(there)).isEqualTo(Trees.facts(here));
            Files.delete(there.resolve("empty"));
            Trees.file(here.resolve("many/4/surplus"), 5, 1);
            assertThat(site.pull(here, delete, 2).removed()).isEqualTo(2);
        }
        assertThat(Trees.facts(here)).isEqualTo(Trees.facts(there));
    }

    @Test
    void shouldFindWhatDiffersByContentAlone() throws Exception {
        Trees.plant(here);
        CopyOptions checksum = new CopyOptions(true, true, true, false, false, List.of());
        try (Site site = new Site(there)) {
            var _ = site.push(here, CopyOptions.DEFAULT, 1);
            Path changed = there.resolve("large");
            var time = Files.getLastModifiedTime(changed);
            byte[] content = Files.readAllBytes(changed);
            content[17_000_000] ^= 1;
            Files.write(changed, content);
            Files.setLastModifiedTime(changed, time);
            assertThat(site.push(here, CopyOptions.DEFAULT, 2).doneFiles()).isZero();
            Tally tally = site.push(here, checksum, 2);
            assertThat(tally.texts()).isEmpty();
            assertThat(tally.doneFiles()).isEqualTo(1);
        }
        assertThat(Trees.facts(there)).isEqualTo(Trees.facts(here));
    }
}
