package org.urdma4j.gateway.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Flows are found by what they are between, however many there are. */
class FlowTableTest {
    /** A flow of which nothing is under way. */
    private static final class Idle extends Flow<Idle, Object> {
        Idle(FlowKey key) {
            super(key);
        }

        @Override
        protected boolean isStarted() {
            return true;
        }

        @Override
        protected long oldest() {
            return 0;
        }

        @Override
        protected long highest() {
            return 0;
        }
    }

    private static FlowKey key(long source, int qpn) {
        return new FlowKey(0, source, 0, 9, qpn);
    }

    @Test
    void shouldFindEachOfManyFlows() {
        FlowTable<Idle> table = new FlowTable<>(20_000, 7);
        List<Idle> flows = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Idle flow = new Idle(key(i % 100, i));
            flows.add(flow);
            table.add(flow);
            if (i % 3 == 0) {
                table.pair(flow, i);
            }
        }

        for (int i = 0; i < flows.size(); i++) {
            assertThat(table.find(key(i % 100, i))).isSameAs(flows.get(i));
            if (i % 2 == 0) {
                table.remove(flows.get(i));
            }
        }

        assertThat(table.count()).isEqualTo(5000);
        for (int i = 0; i < flows.size(); i++) {
            assertThat(table.find(key(i % 100, i))).isSameAs(i % 2 == 0 ? null : flows.get(i));
        }
    }

    @Test
    void shouldGiveOneSourceAnEighthWhateverOthersHave() {
        FlowTable<Idle> table = new FlowTable<>(80, 7);
        for (int source = 0; source < 70; source++) {
            assertThat(table.hasRoom(key(source, 1))).isTrue();
            table.add(new Idle(key(source, 1)));
        }
        for (int qpn = 2; qpn <= 10; qpn++) {
            assertThat(table.hasRoom(key(5, qpn))).isTrue();
            table.add(new Idle(key(5, qpn)));
        }

        assertThat(table.hasRoom(key(5, 99))).isFalse();
        assertThat(table.hasRoom(key(6, 99))).isTrue();
        table.remove(table.find(key(5, 10)));
        assertThat(table.hasRoom(key(5, 99))).isTrue();
    }

    @Test
    void shouldHaveChainsThatDependOnTheSeed() {
        FlowHash one = new FlowHash(1);
        FlowHash two = new FlowHash(2);
        int met = 0;
        for (int i = 0; i < 4096; i++) {
            boolean meetInOne = (one.of(0, i, 0, 9, 1) & 63) == (one.of(0, i + 1, 0, 9, 1) & 63);
            boolean meetInTwo = (two.of(0, i, 0, 9, 1) & 63) == (two.of(0, i + 1, 0, 9, 1) & 63);
            met += meetInOne && meetInTwo ? 1 : 0;
        }

        assertThat(met).isLessThan(10);
    }
}
