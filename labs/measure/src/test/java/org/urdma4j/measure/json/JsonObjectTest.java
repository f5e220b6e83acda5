package org.urdma4j.measure.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class JsonObjectTest {
    @Test
    void valuesShouldStandInOrderEachWithItsType() {
        JsonObject object =
                new JsonObject()
                        .put("last", 1)
                        .put("first", 1L << 40)
                        .put("whole", 2.0)
                        .put("text", "a")
                        .put("truth", true)
                        .put("list", List.of(new JsonObject().put("a", 1)));

        assertThat(Json.text(object))
                .isEqualTo(
                        "{\"last\":1,\"first\":1099511627776,\"whole\":2.0,\"text\":\"a\","
                                + "\"truth\":true,\"list\":[{\"a\":1}]}");
    }

    @Test
    void whatIsNotKnownShouldBeNullOrLeftOut() {
        JsonObject object =
                new JsonObject()
                        .put("nan", Double.NaN)
                        .put("infinite", Double.POSITIVE_INFINITY)
                        .putMs("time", Double.NaN)
                        .putText("empty", "")
                        .put("null", (String) null)
                        .putKnown("absent", null)
                        .putFinite("left_out", Double.NaN);

        assertThat(Json.text(object))
                .isEqualTo(
                        "{\"nan\":null,\"infinite\":null,\"time\":null,\"empty\":null,\"null\":null}");
    }

    @Test
    void nanosecondsShouldBecomeMilliseconds() {
        assertThat(Json.text(new JsonObject().putMs("time_ms", 1_500_000)))
                .isEqualTo("{\"time_ms\":1.5}");
    }

    @Test
    void recordsShouldHaveNamesInSnakeCase() {
        record Small(int firstValue) {}

        assertThat(Json.text(new JsonObject().put("small", new Small(3))))
                .isEqualTo("{\"small\":{\"first_value\":3}}");
    }
}
