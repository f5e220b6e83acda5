package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.Accounts;
import org.urdma4j.copy.tree.AclIds;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.copy.tree.XattrKinds;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a source says is kept, as this machine has it: users and groups by their names where both
 * know them, otherwise by their numbers, and root always; and what who writes may not set is left
 * out. Any thread may use it.
 */
final class MetadataHere {
    /** Of users and of groups, so many names are remembered; the others go by their numbers. */
    private static final int MOST = 1 << 16;

    private final Preserve preserve;
    private final boolean privileged;
    private final XattrKinds kinds;
    private final Set<Integer> ownGroups;
    private final Map<Integer, Integer> users = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> groups = new ConcurrentHashMap<>();

    MetadataHere(Preserve preserve, boolean privileged) {
        this.preserve = preserve;
        this.privileged = privileged;
        kinds = XattrKinds.of(preserve, privileged);
        ownGroups = preserve.group() && !privileged ? Accounts.ownGroups() : Set.of();
    }

    /** Learns what a number of the source stands for. */
    void learn(boolean group, int number, byte[] name) {
        Map<Integer, Integer> known = group ? groups : users;
        boolean useful = !preserve.numericIds() && number != 0 && name.length > 0;
        if (!useful || known.size() >= MOST) {
            return;
        }
        for (byte b : name) {
            if (b == 0) {
                return;
            }
        }
        OptionalInt here = group ? Accounts.group(name) : Accounts.user(name);
        if (here.isPresent()) {
            known.put(number, here.getAsInt());
        }
    }

    private int user(int number) {
        return users.getOrDefault(number, number);
    }

    private int group(int number) {
        return groups.getOrDefault(number, number);
    }

    Metadata of(Metadata sent) {
        int user = preserve.owner() && privileged ? user(sent.user()) : Metadata.ANY;
        int group = preserve.group() ? group(sent.group()) : Metadata.ANY;
        boolean may = privileged || ownGroups.contains(group);
        SortedMap<String, ByteBuffer> xattrs = new TreeMap<>();
        sent.xattrs()
                .forEach((name, value) -> {
                    if (kinds.has(name)) {
                        boolean acl = AclIds.isAcl(name);
                        xattrs.put(name, acl ? AclIds.map(value, this::user, this::group) : value);
                    }
                });
        return new Metadata(user, may ? group : Metadata.ANY, kinds, xattrs);
    }
}
