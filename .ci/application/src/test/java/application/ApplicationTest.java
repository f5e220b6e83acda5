package application;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.urdma4j.testing.EmulatedPath;
import org.urdma4j.testing.PathEnds;

import java.io.IOException;

@EmulatedPath(rtt = "40ms", loss = "1%", rate = "100M", queue = "1bdp")
@EmulatedPath(rtt = "2ms")
class ApplicationTest {
    @Test
    void movesItsBytes(PathEnds ends) throws IOException {
        assertEquals("moved", Application.move(ends.a(), ends.b(), "moved"));
        assertTrue(ends.aToB().statistics().delivered() > 0);
    }
}
