package org.urdma4j.codec.cm;

import org.urdma4j.codec.mad.Mad;
import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.mad.MadRange;

/** Fields as chapter 12 counts them: from the first byte behind the header of the datagram. */
final class Layout {
    private Layout() {}

    static MadField field(String name, int offset, int width) {
        return field(name, offset, 0, width);
    }

    static MadField field(String name, int offset, int bit, int width) {
        return new MadField(name, (Mad.HEADER_LENGTH + offset) * Byte.SIZE + bit, width);
    }

    static MadRange range(String name, int offset, int length) {
        return new MadRange(name, Mad.HEADER_LENGTH + offset, length);
    }

    /** Private data stands last and fills the datagram. */
    static MadRange privateData(int offset) {
        return range("private data", offset, Mad.LENGTH - Mad.HEADER_LENGTH - offset);
    }
}
