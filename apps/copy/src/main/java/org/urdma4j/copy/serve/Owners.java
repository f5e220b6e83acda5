package org.urdma4j.copy.serve;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.tree.Accounts;
import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.NodeHandle;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** Whom files belong to, by the names that this machine knows. Not thread-safe. */
final class Owners {
    /** So many names are remembered. */
    private static final int MOST = 1 << 16;

    private final Root root;
    private final boolean privileged;
    private final Map<Integer, ByteString> users = new HashMap<>();
    private final Map<Integer, ByteString> groups = new HashMap<>();

    /**
     * @param privileged whether files may be given to others than the server's user, and groups
     *     that it isn't in
     */
    Owners(Root root, boolean privileged) {
        this.root = root;
        this.privileged = privileged;
    }

    Message.Owner of(int id, FileStat stat) {
        return new Message.Owner(id, name(false, stat.owner()), name(true, stat.group()));
    }

    private ByteString name(boolean group, int number) {
        Map<Integer, ByteString> known = group ? groups : users;
        if (known.size() >= MOST) {
            known.clear();
        }
        return known.computeIfAbsent(
                number,
                _ ->
                        (group ? Accounts.groupName(number) : Accounts.userName(number))
                                .map(ByteString::of)
                                .orElse(ByteString.of(Integer.toUnsignedString(number))));
    }

    void set(Message.SetOwner m) throws IOException {
        int user = number(false, m.user(), m.path());
        int group = number(true, m.group(), m.path());
        try (DirectoryHandle parent = root.openDirectory(m.path().parent());
                NodeHandle node = parent.openNode(m.path().name())) {
            FileStat now = node.stat();
            if (now.type() != FileType.FILE && now.type() != FileType.DIRECTORY) {
                throw new DiskException(
                        DiskException.Kind.SPECIAL, m.path(), "is neither a file nor a folder");
            }
            boolean gives = user != Metadata.ANY && user != now.owner();
            boolean regroups = group != Metadata.ANY && group != now.group();
            if (gives && !privileged) {
                throw refused(m.path(), "the user", m.user());
            }
            if (regroups && !privileged && !Accounts.ownGroups().contains(group)) {
                throw refused(m.path(), "the group", m.group());
            }
            node.setOwner(user, group);
        }
    }

    private static SessionException refused(TreePath path, String what, ByteString name) {
        String text =
                "%s: can't be given to %s %s: the server must run as root, with --super"
                        .formatted(path, what, name);
        return new SessionException(Fault.NO_PERMISSION, text);
    }

    private static int number(boolean group, ByteString name, TreePath path)
            throws SessionException {
        if (name.length() == 0) {
            return Metadata.ANY;
        }
        byte[] bytes = name.toBytes();
        OptionalInt known = OptionalInt.empty();
        if (isText(bytes)) {
            known = group ? Accounts.group(bytes) : Accounts.user(bytes);
        }
        if (known.isPresent()) {
            return known.getAsInt();
        }
        try {
            int number = Integer.parseUnsignedInt(name.toString());
            if (number != Metadata.ANY) {
                return number;
            }
        } catch (NumberFormatException _) {
            // a name
        }
        String text =
                "%s: the server knows no %s %s: make it there, or leave it out"
                        .formatted(path, group ? "group" : "user", name);
        throw new SessionException(Fault.BAD_NAME, text);
    }

    private static boolean isText(byte[] bytes) {
        for (byte b : bytes) {
            if (b == 0) {
                return false;
            }
        }
        return true;
    }
}
