package org.urdma4j.rdmacore;

import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A structure of C as the System V ABI of 64-bit processors lays it out: fields one behind the
 * other, each at a multiple of its own alignment. Filled when the classes that use it are
 * initialized; read-only from then on.
 */
final class Struct {
    private final String name;
    private final boolean union;
    private final Map<String, Field> fields = new LinkedHashMap<>();
    private long end;
    private long alignment = 1;

    /** Where a field is and how many bytes it has. */
    record Field(long offset, long bytes) {}

    private Struct(String name, boolean union) {
        this.name = name;
        this.union = union;
    }

    /** Begins one; the name as C has it behind {@code struct}, or empty for one without. */
    static Struct of(String name) {
        return new Struct(name, false);
    }

    /** Begins one without a name whose fields are all at its beginning. */
    static Struct union() {
        return new Struct("", true);
    }

    String name() {
        return name;
    }

    /** Returns all fields by their names in C, those of structures inside with a dot. */
    Map<String, Field> fields() {
        return fields;
    }

    /** Returns where a field begins. */
    long at(String field) {
        Field found = fields.get(field);
        if (found == null) {
            throw new IllegalArgumentException(name + " has no " + field);
        }
        return found.offset();
    }

    /** Returns its size with what follows the last field, as {@code sizeof} gives it. */
    long size() {
        return end + alignment - 1 & -alignment;
    }

    private long place(long bytes, long aligned) {
        long at = union ? 0 : end + aligned - 1 & -aligned;
        end = Math.max(end, at + bytes);
        alignment = Math.max(alignment, aligned);
        return at;
    }

    private Struct add(long bytes, String... names) {
        for (String field : names) {
            fields.put(field, new Field(place(bytes, bytes), bytes));
        }
        return this;
    }

    /** Adds fields of one byte. */
    Struct u8(String... names) {
        return add(Byte.BYTES, names);
    }

    Struct u16(String... names) {
        return add(Short.BYTES, names);
    }

    /** Adds fields of four bytes: {@code int} and {@code enum}, too. */
    Struct u32(String... names) {
        return add(Integer.BYTES, names);
    }

    Struct u64(String... names) {
        return add(Long.BYTES, names);
    }

    Struct pointers(String... names) {
        return add(ValueLayout.ADDRESS.byteSize(), names);
    }

    /** Adds an array of bytes. */
    Struct bytes(String field, long count) {
        fields.put(field, new Field(place(count, 1), count));
        return this;
    }

    /** Adds 16 bytes that are also two numbers of eight: {@code union ibv_gid}. */
    Struct gid(String field) {
        return words(field, 16);
    }

    /** Adds bytes that begin where a number of eight may. */
    Struct words(String field, long count) {
        fields.put(field, new Field(place(count, Long.BYTES), count));
        return this;
    }

    /** Adds a structure, whose fields are those of this one if it has no name. */
    Struct in(String field, Struct inner) {
        long at = place(inner.size(), inner.alignment);
        if (!field.isEmpty()) {
            fields.put(field, new Field(at, inner.size()));
        }
        String prefix = field.isEmpty() ? "" : field + ".";
        inner.fields.forEach((each, where) ->
                fields.put(prefix + each, new Field(at + where.offset(), where.bytes())));
        return this;
    }
}
