package org.urdma4j.copy.send;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.scan.Entry;
import org.urdma4j.copy.tree.Accounts;
import org.urdma4j.copy.tree.AclIds;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.NodeHandle;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.copy.tree.XattrKinds;
import org.urdma4j.copy.wire.MessageStream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Says what is kept of what is offered, and the names of the users and groups in it. */
final class Describer {
    private final Plan plan;
    private final MessageStream stream;
    private final XattrKinds kinds;
    private final Set<Integer> users = new HashSet<>();
    private final Set<Integer> groups = new HashSet<>();

    Describer(Plan plan, MessageStream stream) {
        this.plan = plan;
        this.stream = stream;
        kinds = XattrKinds.of(plan.preserve(), Accounts.isRoot());
    }

    /**
     * Says it, if anything is kept, before what has this number.
     *
     * @throws DiskException if it can't be read
     */
    void describe(int id, Entry entry) throws IOException {
        Preserve preserve = plan.preserve();
        if (!preserve.metadata() || plan.options().kind() != PassOptions.Kind.COPY) {
            return;
        }
        Metadata all = read(entry);
        int user = preserve.owner() ? all.user() : Metadata.ANY;
        int group = preserve.group() ? all.group() : Metadata.ANY;
        if (!preserve.numericIds()) {
            name(false, user);
            name(true, group);
            for (Map.Entry<String, ByteBuffer> each : all.xattrs().entrySet()) {
                if (AclIds.isAcl(each.getKey())) {
                    name(each.getValue());
                }
            }
        }
        stream.send(new Message.Described(id, new Metadata(user, group, kinds, all.xattrs())));
    }

    private Metadata read(Entry entry) throws DiskException {
        if (kinds.equals(XattrKinds.NONE)) {
            return new Metadata(entry.stat().owner(), entry.stat().group(), kinds, new TreeMap<>());
        }
        try (NodeHandle node = plan.root().openNode(entry.path())) {
            return node.metadata(entry.stat(), kinds);
        }
    }

    private void name(ByteBuffer list) throws IOException {
        Set<Integer> inUsers = new HashSet<>();
        Set<Integer> inGroups = new HashSet<>();
        AclIds.forEach(list, (group, number) -> (group ? inGroups : inUsers).add(number));
        for (int each : inUsers) {
            name(false, each);
        }
        for (int each : inGroups) {
            name(true, each);
        }
    }

    /** Root is root everywhere. */
    private void name(boolean group, int number) throws IOException {
        if (number == 0 || number == Metadata.ANY) {
            return;
        }
        synchronized (this) {
            if (!(group ? groups : users).add(number)) {
                return;
            }
            Optional<byte[]> name = group ? Accounts.groupName(number) : Accounts.userName(number);
            if (name.isPresent()) {
                stream.send(new Message.Account(group, number, ByteString.of(name.get())));
            }
        }
    }
}
