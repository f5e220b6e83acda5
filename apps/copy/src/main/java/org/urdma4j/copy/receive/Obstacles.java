package org.urdma4j.copy.receive;

import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.scan.Excludes;
import org.urdma4j.copy.scan.SeenPaths;
import org.urdma4j.copy.scan.SurplusScan;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Folders where a file or link is to be. One that is empty gives way without being asked. */
final class Obstacles {
    private final Target target;
    private final PassOptions options;
    private final MessageStream stream;
    private final PassListener listener;

    Obstacles(Target target, PassOptions options, MessageStream stream, PassListener listener) {
        this.target = target;
        this.options = options;
        this.stream = stream;
        this.listener = listener;
    }

    /**
     * Refuses a folder that has something and isn't to give way, before anything is sent.
     *
     * @throws DiskException IS_DIRECTORY
     */
    void check(TreePath path) throws DiskException {
        if (!options.force() && target.root().isDirectory(path)) {
            target.tree().checkEmpty(path);
        }
    }

    /**
     * Removes what is in a folder, if it is to give way; in a dry run that is told alone, and what
     * a copy would refuse is refused.
     *
     * @throws DiskException IS_DIRECTORY if it has something and isn't to give way, or something in
     *     it can't be removed
     */
    void clear(TreePath path) throws IOException {
        boolean dry = options.kind() == PassOptions.Kind.DRY_RUN;
        boolean looks = dry || (options.kind() == PassOptions.Kind.COPY && options.force());
        if (!looks || !target.root().isDirectory(path)) {
            return;
        }
        if (!options.force()) {
            target.tree().checkEmpty(path);
            return;
        }
        List<DiskException> unread = new ArrayList<>();
        SurplusScan all =
                new SurplusScan(target.root(), path, Excludes.NONE, new SeenPaths(), unread::add);
        for (TreePath each = all.next(); each != null; each = all.next()) {
            if (!unread.isEmpty()) {
                throw unread.getFirst();
            }
            if (!dry) {
                target.tree().remove(each);
            }
            listener.onRemoved(each);
            stream.send(new Message.Removed(each));
        }
        if (!unread.isEmpty()) {
            throw unread.getFirst();
        }
    }
}
