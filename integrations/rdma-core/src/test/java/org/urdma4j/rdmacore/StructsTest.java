package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The structures, field by field, as a C compiler lays out those of the installed headers. */
class StructsTest {
    @TempDir private Path folder;

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /** Returns C that prints a line for each field: structure, field, offset, bytes. */
    private static String program(String header, List<Struct> whole, List<Struct> beginnings) {
        StringBuilder c =
                new StringBuilder(
                        """
                        #include <stddef.h>
                        #include <stdio.h>
                        #include <%s>
                        int main(void) {
                        """
                                .formatted(header));
        Stream.concat(whole.stream(), beginnings.stream())
                .forEach(struct ->
                        struct.fields()
                                .keySet()
                                .forEach(field -> c.append(printed(struct.name(), field))));
        for (Struct struct : whole) {
            c.append(
                    "printf(\"%s %%zu\\n\", sizeof(struct %s));\n"
                            .formatted(struct.name(), struct.name()));
        }
        return c.append("return 0;\n}\n").toString();
    }

    private static String printed(String struct, String field) {
        return "printf(\"%s %s %%zu %%zu\\n\", offsetof(struct %s, %s), sizeof(((struct %s *) 0)->%s));\n"
                .formatted(struct, field, struct, field, struct, field);
    }

    private static String expected(List<Struct> whole, List<Struct> beginnings) {
        StringBuilder text = new StringBuilder();
        Stream.concat(whole.stream(), beginnings.stream())
                .forEach(struct -> {
                    for (Map.Entry<String, Struct.Field> each : struct.fields().entrySet()) {
                        Struct.Field field = each.getValue();
                        text.append(
                                "%s %s %d %d\n"
                                        .formatted(
                                                struct.name(),
                                                each.getKey(),
                                                field.offset(),
                                                field.bytes()));
                    }
                });
        for (Struct struct : whole) {
            text.append("%s %d\n".formatted(struct.name(), struct.size()));
        }
        return text.toString();
    }

    private void compare(
            String header, String debianPackage, List<Struct> whole, List<Struct> beginnings)
            throws Exception {
        Path source = folder.resolve("structs.c");
        Files.writeString(source, "#if !__has_include(<%s>)\n#error\n#endif\n".formatted(header));
        assumeTrue(
                compiles(source),
                "Skipped: no gcc with <%s> (Debian: gcc, libc6-dev, %s)"
                        .formatted(header, debianPackage));
        Files.writeString(source, program(header, whole, beginnings));
        Path program = folder.resolve("structs");
        run("gcc", "-o", program.toString(), source.toString());
        assertThat(run(program.toString())).isEqualTo(expected(whole, beginnings));
    }

    private static boolean compiles(Path source) throws Exception {
        try {
            return new ProcessBuilder("gcc", "-fsyntax-only", source.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    @Tag("oracle")
    void shouldBeThoseOfTheHeader() throws Exception {
        compare("infiniband/verbs.h", "libibverbs-dev", Structs.WHOLE, Structs.BEGINNINGS);
    }

    @Test
    @Tag("oracle")
    void shouldBeThoseOfTheConnectionManagersHeader() throws Exception {
        compare("rdma/rdma_cma.h", "librdmacm-dev", Structs.WHOLE_OF_CM, Structs.BEGINNINGS_OF_CM);
    }

    @Test
    void shouldAlignFieldsAndTheWhole() {
        Struct inner = Struct.of("inner").u32("a").u8("b");
        Struct outer = Struct.of("outer").u8("first").in("x", inner).u8("y").u64("z").u16("last");
        assertThat(inner.size()).isEqualTo(8);
        assertThat(outer.at("x.b")).isEqualTo(8);
        assertThat(outer.at("y")).isEqualTo(12);
        assertThat(outer.at("z")).isEqualTo(16);
        assertThat(outer.size()).isEqualTo(32);
        assertThatThrownBy(() -> outer.at("b")).hasMessage("outer has no b");
    }
}
