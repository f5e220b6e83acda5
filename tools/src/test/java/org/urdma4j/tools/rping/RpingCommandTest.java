package org.urdma4j.tools.rping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

class RpingCommandTest {
    private static final int WRONG_CALL = 2;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    -C 3 | give either -s or -c
                    -s -c | give either -s or -c
                    -c | give the server's address with -a
                    -c -a 127.0.0.1 -S 25 | -S is 25, must be 26 to 65536
                    -c -a 127.0.0.1 -S 65537 | -S is 65537, must be 26 to 65536
                    -s -p 0 | -p is 0, must be 1 to 65535
                    -c -a 127.0.0.1 -C -1 | -C is -1
                    """)
    void shouldSayWhatIsWrong(String arguments, String message) {
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(new RpingCommand()).setErr(new PrintWriter(err));
        assertThat(line.execute(arguments.split(" "))).isEqualTo(WRONG_CALL);
        assertThat(err.toString()).contains(message);
    }
}
