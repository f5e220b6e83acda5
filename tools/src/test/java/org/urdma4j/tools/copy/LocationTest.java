package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.stream.Stream;

class LocationTest {
    @ParameterizedTest
    @CsvSource({
        "host:a/b, host, 0, a/b, a/b",
        "host:, host, 0, '', .",
        "host:/, host, 0, /, .",
        "host:/a//b/./c/, host, 0, /a//b/./c/, a/b/c",
        "host:4792:a:b, host, 4792, a:b, a:b",
        "[fe80::1]:x, fe80::1, 0, x, x",
        "[fe80::1%br-lan_0]:x, fe80::1%br-lan_0, 0, x, x",
        "[fe80::1%Eth0.7]:4792:x, fe80::1%Eth0.7, 4792, x, x",
        "[::1]:5000:x, ::1, 5000, x, x",
        "192.0.2.1:80x, 192.0.2.1, 0, 80x, 80x"
    })
    void shouldReadPathsOfAHost(String text, String host, int port, String path, String served)
            throws Exception {
        Location location = Location.parse(text);
        assertThat(location).isEqualTo(new Location(null, host, port, path, null));
        assertThat(location.served()).hasToString(served);
    }

    @ParameterizedTest
    @CsvSource({
        "a, ., a, false",
        "/a, /, a, false",
        "/a/b//, /a, b, true",
        "./h:x, ., h:x, false",
        "a/h:x, a, h:x, false",
        "../a, .., a, false"
    })
    void shouldReadPathsHere(String text, String parent, String name, boolean content) {
        Location location = Location.parse(text);
        assertThat(location.isRemote()).isFalse();
        assertThat(new String(location.parent(), UTF_8)).isEqualTo(parent);
        assertThat(new String(location.name().orElseThrow(), UTF_8)).isEqualTo(name);
        assertThat(location.isContent()).isEqualTo(content);
    }

    @Test
    void shouldHaveNoNameForDotsAndTheRoot() {
        for (String text : new String[] {".", "..", "/", "//", "a/..", "./"}) {
            assertThat(Location.parse(text).name()).as(text).isEmpty();
            assertThat(Location.parse(text).isContent()).as(text).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "me@host:a, me, host",
        "corp\\me@host:a, corp\\me, host",
        "me@there@host:a, me@there, host",
        "me@[fe80::1]:a, me, fe80::1"
    })
    void shouldReadUsers(String text, String user, String host) {
        Location location = Location.parse(text);
        assertThat(location.user()).isEqualTo(user);
        assertThat(location.host()).isEqualTo(host);
        assertThat(location.destination()).isEqualTo(user + "@" + host);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h: | . | .",
                "h:/ | / | .",
                "h:a | . | a",
                "h:/a | / | a",
                "h:../a/b/ | ../a | b",
                "h:.. | .. | .",
                "h:a/1 h:a/2 | a | 1 2",
                "h:a/b/1 h:a/2 | a | b/1 2",
                "h:/a/1 h:/b/2 | / | a/1 b/2",
                "h:a h:b/c | . | a b/c",
                "h:a/ h:a/b | . | a a/b",
                "h:~/a h:~/b/c | ~ | a b/c"
            })
    void shouldFindTheFolderThatPathsAreIn(String paths, String folder, String below)
            throws Exception {
        Location.Common common =
                Location.common(Stream.of(paths.split(" ", -1)).map(Location::parse).toList());
        assertThat(new String(common.path().toBytes(), UTF_8)).isEqualTo(folder);
        assertThat(common.below().stream().map(Object::toString).collect(joining(" ")))
                .isEqualTo(below);
    }

    @Test
    void shouldRefuseFoldersThatNothingIsKnownOf() {
        List<Location> mixed = List.of(Location.parse("h:/a/b"), Location.parse("h:c"));
        assertThatThrownBy(() -> Location.common(mixed)).hasMessageContaining("with a slash");
    }
}
