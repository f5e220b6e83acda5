package org.urdma4j.copy.serve;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.receive.LentFiles;
import org.urdma4j.copy.send.Sharing;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The copies whose connections have said that they belong together. Any thread may call. */
final class Copies {
    private final Map<ByteString, Copy> all = new HashMap<>();

    /** One copy, as long as it has connections. */
    static final class Copy {
        private final ByteString token;
        private final int parts;
        private final LentFiles lent = new LentFiles();
        private final BitSet members = new BitSet();
        private final BitSet begun = new BitSet();
        private Sharing sharing;

        private Copy(ByteString token, int parts) {
            this.token = token;
            this.parts = parts;
        }

        /** Returns the pass that is under way, or a new one if all connections have begun it. */
        private synchronized Sharing begin(int part) throws MalformedMessageException {
            if (sharing == null || begun.cardinality() == parts) {
                sharing = new Sharing(parts);
                begun.clear();
            }
            if (begun.get(part)) {
                throw new MalformedMessageException("a pass begins before the last one's end");
            }
            begun.set(part);
            return sharing;
        }

        private synchronized void abort(IOException why) {
            if (sharing != null) {
                sharing.abort(why);
            }
        }
    }

    /** A connection of a copy. */
    record Member(Copy copy, int part) {
        LentFiles lent() {
            return copy.lent;
        }

        /** Begins a pass that sends, by as many connections as there are. */
        Sharing begin(int ofPart, int parts) throws MalformedMessageException {
            if (ofPart != part || parts != copy.parts) {
                throw new MalformedMessageException("a pass of another part of the copy");
            }
            return copy.begin(part);
        }
    }

    /** Adds a connection. */
    synchronized Member join(Message.Join m) throws MalformedMessageException {
        Copy copy = all.computeIfAbsent(m.token(), token -> new Copy(token, m.parts()));
        if (copy.parts != m.parts() || copy.members.get(m.part())) {
            throw new MalformedMessageException("a connection isn't one of those of its copy");
        }
        copy.members.set(m.part());
        return new Member(copy, m.part());
    }

    /** Takes it out; a pass that isn't over ends for all connections of the copy. */
    synchronized void leave(Member member, IOException why) {
        Copy copy = member.copy;
        copy.abort(why);
        copy.members.clear(member.part);
        if (copy.members.isEmpty()) {
            all.remove(copy.token);
        }
    }
}
