package org.urdma4j.copy.tree;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BiConsumer;
import java.util.function.IntUnaryOperator;

/**
 * The users and groups in an access control list, as Linux has it as an attribute
 * (linux/posix_acl_xattr.h): a version of four bytes, then of each entry a tag (2), permissions (2)
 * and a number (4), all little-endian.
 */
public final class AclIds {
    private static final int HEAD = 4;
    private static final int ENTRY = 8;
    private static final int ID = 4;
    private static final int USER = 0x02;
    private static final int GROUP = 0x08;

    private AclIds() {}

    /** Returns whether an attribute is such a list. */
    public static boolean isAcl(String name) {
        return name.startsWith(XattrKinds.ACL);
    }

    /**
     * Tells the numbers.
     *
     * @param seen whether it is a group's, and the number
     */
    public static void forEach(ByteBuffer list, BiConsumer<Boolean, Integer> seen) {
        ByteBuffer from = list.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        for (int at = HEAD; at + ENTRY <= from.limit(); at += ENTRY) {
            int tag = from.getShort(at);
            if (tag == USER || tag == GROUP) {
                seen.accept(tag == GROUP, from.getInt(at + ID));
            }
        }
    }

    /** Returns the same list with other numbers. */
    public static ByteBuffer map(ByteBuffer list, IntUnaryOperator users, IntUnaryOperator groups) {
        ByteBuffer mapped = ByteBuffer.allocate(list.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        mapped.put(list.duplicate()).flip();
        for (int at = HEAD; at + ENTRY <= mapped.limit(); at += ENTRY) {
            int id = mapped.getInt(at + ID);
            switch (mapped.getShort(at)) {
                case USER -> mapped.putInt(at + ID, users.applyAsInt(id));
                case GROUP -> mapped.putInt(at + ID, groups.applyAsInt(id));
                default -> {}
            }
        }
        return mapped.asReadOnlyBuffer();
    }
}
