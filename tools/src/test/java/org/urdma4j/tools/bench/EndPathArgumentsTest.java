package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;

/** What is wrong with paths is said before anybody is called. */
class EndPathArgumentsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--paths 10.0.1.1 | \"10.0.1.1\" is no path; write it like 10.0.1.1-10.0.1.2",
                "--paths 10.0.1.1-10.0.1.2, | \"\" is no path",
                "--paths a-b | \"a\" is no IP address",
                "--paths fd00::1-10.0.1.2 | is between IPv4 and IPv6",
                "--paths 10.0.1.1-10.0.1.2,10.0.1.1-10.0.1.2 | 10.0.1.1-10.0.1.2 is there twice",
                "--paths 10.0.1.1-10.0.1.2 --rails auto | give --paths or --rails auto, not both",
                "--rails all | --rails is auto, not \"all\"; see --paths",
                "--rails auto --protocol tcp | several paths are for URDMA alone",
                "--rails auto --profile standard | several paths are for URDMA alone",
                "--rails auto --entropies 65 | --entropies must be 1 to 64",
                "--rails auto --container 2M | --container 2M: a container has 1 MiB at most",
                "--rails auto --container 1K --mtu 4096 | less than a packet's payload of 4096",
                "--rails auto --container 64 | --container 64: a container has a packet at least",
                "--rails auto --path-policy best | --path-policy is earliest, rr or weighted",
                "--paths 10.0.1.1-10.0.1.2/x | \"x\" behind the paths is no number of source ports",
                "--paths 10.0.1.1-10.0.1.2/65 | --entropies must be 1 to 64",
                "--paths 10.0.1.1-10.0.1.2/4 --entropies 2 | behind the paths or as --entropies",
                "--entropies 2 | --entropies needs --paths, or --rails auto",
                "--couple | --couple needs --paths, or --rails auto"
            })
    void shouldSayInOneLineWhatIsWrong(String arguments, String message) {
        Invocation result =
                Invocation.of((Object[]) ("bench client 192.0.2.1 " + arguments).split(" "));

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.errLines()).hasSize(2);
        assertThat(result.errLines().getFirst()).startsWith("urdma: ").contains(message);
        assertThat(result.errLines().getLast()).isEqualTo("Try: ./urdma bench client --help");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--paths 127.0.0.1 | \"127.0.0.1\" is no path; write it like 10.0.1.1-10.0.1.2 | 2",
                "--rails auto --backend raw | --paths and --rails need --backend udp | 2",
                "--couple | --couple needs --paths, or --rails auto | 2",
                "--paths 192.0.2.7-127.0.0.1 | 192.0.2.7 is no address of this machine | 1"
            })
    void shouldSayTheSameToAServer(String arguments, String message, int status) {
        Invocation result = Invocation.of((Object[]) ("bench server -p 1 " + arguments).split(" "));

        assertThat(result.status()).isEqualTo(status);
        assertThat(result.errLines().getFirst()).startsWith("urdma: ").contains(message);
    }
}
