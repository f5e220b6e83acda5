package org.urdma4j.measure.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class RunSpecTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    @ParameterizedTest
    @EnumSource(
            value = Operation.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CAS", "FAA"})
    void shouldSurviveTheControlConnection(Operation operation) {
        RunSpec spec = RunSpecs.of(Protocol.STANDARD, operation, Direction.REVERSE);

        String line = SpecJson.write(spec).toString();

        assertThat(SpecJson.read(JSON.readTree(line))).isEqualTo(spec);
        assertThat(line)
                .contains("\"protocol\":\"standard\"")
                .contains("\"operation\":\"" + operation.label() + "\"")
                .contains("\"direction\":\"reverse\"");
    }

    @ParameterizedTest
    @CsvSource({
        // operation, direction, client posts, server posts, client receives, server receives
        "WRITE,   FORWARD, true,  false, false, true",
        "SEND,    REVERSE, false, true,  true,  false",
        "READ,    FORWARD, true,  false, true,  false",
        "READ,    REVERSE, false, true,  false, true",
        "WRITE,   BOTH,    true,  true,  true,  true",
    })
    void shouldSayWhoPostsAndWhoReceives(
            Operation operation,
            Direction direction,
            boolean clientPosts,
            boolean serverPosts,
            boolean clientReceives,
            boolean serverReceives) {
        RunSpec spec = RunSpecs.of(Protocol.URDMA, operation, direction);

        assertThat(direction.posts(Side.CLIENT)).isEqualTo(clientPosts);
        assertThat(direction.posts(Side.SERVER)).isEqualTo(serverPosts);
        assertThat(spec.receives(Side.CLIENT)).isEqualTo(clientReceives);
        assertThat(spec.receives(Side.SERVER)).isEqualTo(serverReceives);
    }

    @ParameterizedTest
    @CsvSource({
        "size, 0, --size is 0",
        "size, 1073741825, --size is 1073741825",
        "depth, 0, --depth is 0",
        "streams, 10001, --qps is 10001",
        "timeNs, 0, give --time or --bytes",
        "bytes, 1000, give --time or --bytes",
        "intervalNs, 1, --interval is 10ms or more",
        "omitNs, -1, --omit",
    })
    void shouldRefuseALoadOutOfRange(String field, String value, String message) {
        refuses("load", field, value, message);
    }

    @ParameterizedTest
    @CsvSource({
        "mtu, 16388, --mtu is 16388",
        "timeout, 0, --timeout is 0",
        "retry, 8, --retry is 8",
        "dscp, 64, --dscp is 64",
        "cc, '\"cubic\"', '--cc is one of rrcc, fixed'",
        "fec, null, fec",
        "fec, '\"2d:120,120\"', 'FEC groups have at most 128 repair packets'",
        "nonsense, 1, nonsense",
    })
    void shouldRefuseTuningOutOfRange(String field, String value, String message) {
        refuses("tuning", field, value, message);
    }

    private static void refuses(String part, String field, String value, String message) {
        JsonNode node =
                SpecJson.write(RunSpecs.of(Protocol.URDMA, Operation.WRITE, Direction.BOTH));
        ((ObjectNode) node.get(part)).set(field, JSON.readTree(value));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SpecJson.read(node))
                .withMessageStartingWith("not a run: ")
                .withMessageContaining(message)
                .matches(e -> e.getMessage().lines().count() == 1, "is one line");
    }

    @Test
    void shouldRefuseWhatIsNoRun() {
        for (String text : new String[] {"{}", "[]", "3", "\"x\"", "{\"protocol\":\"ipx\"}"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SpecJson.read(JSON.readTree(text)))
                    .withMessageStartingWith("not a run: ");
        }
    }

    @Test
    void shouldRefuseWhatDoesNotFitTogether() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunSpecs.of(Protocol.URDMA, Operation.FAA, Direction.FORWARD))
                .withMessage("atomic operations have a size of 8 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunSpecs.of(Protocol.TCP, Operation.SEND, Direction.FORWARD))
                .withMessageStartingWith("TCP has no --op");
    }

    @Test
    void shouldRoundMessagesUp() {
        Load load = new Load(1000, 1, 3, 0, 10_000, 0, 0, false, false, 1);

        // 3334 bytes on each of three streams are four messages of 1000.
        assertThat(load.messagesPerStream()).isEqualTo(4);
    }
}
