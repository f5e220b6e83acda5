package org.urdma4j.copy.message;

import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Messages as bytes: a length of four bytes, a type of one, the fields, and data last. Numbers are
 * in network order. Any thread may call.
 */
public final class MessageCodec {
    /** The first field of {@link Message.Hello}: {@code uCPY}. */
    private static final int MAGIC = 0x7543_5059;

    /** Bytes of the length before each message. */
    public static final int LENGTH = Integer.BYTES;

    private MessageCodec() {}

    /**
     * Writes a message, length and data included.
     *
     * @param to has room for {@link #LENGTH} and {@link Limits#FRAME} bytes, or as much as the
     *     message needs
     */
    public static void write(Message message, ByteBuffer to) {
        int start = to.position();
        to.putInt(0);
        writeFields(message, new FieldWriter(to));
        to.putInt(start, to.position() - start - LENGTH);
    }

    private static void writeFields(Message message, FieldWriter to) {
        switch (message) {
            case Message.Hello m -> to.type(Frame.HELLO).i32(MAGIC).i32(m.version());
            case Message.Welcome m -> to.type(Frame.WELCOME).i32(m.version()).flag(m.readOnly());
            case Message.Ping _ -> to.type(Frame.PING);
            case Message.Done m -> to.type(Frame.DONE).i32(m.id());
            case Message.Failed m -> to.type(Frame.FAILED).i32(m.id()).fault(m.fault(), m.text());
            case Message.Stat m -> to.type(Frame.STAT).i32(m.id()).path(m.path());
            case Message.Found m -> to.type(Frame.FOUND).i32(m.id()).facts(m.facts());
            case Message.Push m -> to.type(Frame.PUSH).u8(m.options().bits());
            case Message.Pull m ->
                    to.type(Frame.PULL)
                            .path(m.path())
                            .u8(m.options().bits())
                            .globs(m.excludes())
                            .i32(m.part())
                            .i32(m.parts());
            case Message.Folder m ->
                    to.type(Frame.FOLDER).i32(m.id()).path(m.path()).attributes(m.attributes());
            case Message.Link m ->
                    to.type(Frame.LINK)
                            .i32(m.id())
                            .path(m.path())
                            .facts(m.facts())
                            .bytes(m.target());
            case Message.Offer m ->
                    to.type(Frame.OFFER)
                            .i32(m.id())
                            .path(m.path())
                            .facts(m.facts())
                            .flag(m.sparse())
                            .bytes(m.sha256());
            case Message.Same m -> to.type(Frame.SAME).i32(m.id());
            case Message.Want m -> to.type(Frame.WANT).i32(m.id()).ranges(m.have());
            case Message.Whole m ->
                    to.type(Frame.WHOLE).i32(m.id()).digest(m.sha256()).data(m.data());
            case Message.Chunk m ->
                    to.type(Frame.CHUNK)
                            .i32(m.id())
                            .i64(m.index())
                            .digest(m.sha256())
                            .data(m.data());
            case Message.Hole m -> to.type(Frame.HOLE).i32(m.id()).i64(m.index());
            case Message.End m -> to.type(Frame.END).i32(m.id());
            case Message.Abandon m -> to.type(Frame.ABANDON).i32(m.id()).fault(m.fault(), m.text());
            case Message.Keep m -> to.type(Frame.KEEP).path(m.path());
            case Message.Skipped m -> to.type(Frame.SKIPPED).fault(m.fault(), m.text());
            case Message.Total m -> to.type(Frame.TOTAL).i32(m.id()).i64(m.files()).i64(m.bytes());
            case Message.Over _ -> to.type(Frame.OVER);
            case Message.Described m -> to.type(Frame.DESCRIBED).i32(m.id()).metadata(m.metadata());
            case Message.Account m ->
                    to.type(Frame.ACCOUNT).flag(m.group()).i32(m.number()).bytes(m.name());
            case Message.HardLink m ->
                    to.type(Frame.HARD_LINK).i32(m.id()).path(m.path()).path(m.to());
            case Message.Lend m -> to.type(Frame.LEND).i32(m.id()).i32(m.part()).i32(m.file());
            default -> writeRequest(message, to);
        }
    }

    /** Writes what isn't part of a pass. */
    private static void writeRequest(Message message, FieldWriter to) {
        switch (message) {
            case Message.Finish m -> to.type(Frame.FINISH).i32(m.id());
            case Message.SetPreserve m ->
                    to.type(Frame.SET_PRESERVE).i32(m.id()).u8(m.preserve().bits());
            case Message.Preserved m ->
                    to.type(Frame.PRESERVED).i32(m.id()).u8(m.preserve().bits());
            case Message.RemoveRest m ->
                    to.type(Frame.REMOVE_REST)
                            .i32(m.id())
                            .path(m.path())
                            .globs(m.excludes())
                            .flag(m.dryRun());
            case Message.Removed m -> to.type(Frame.REMOVED).path(m.path());
            case Message.ListFolder m -> to.type(Frame.LIST).i32(m.id()).path(m.path());
            case Message.Listed m ->
                    to.type(Frame.LISTED).i32(m.id()).bytes(m.name()).facts(m.facts());
            case Message.MakeFolder m ->
                    to.type(Frame.MAKE_FOLDER).i32(m.id()).path(m.path()).i32(m.permissions());
            case Message.Remove m -> to.type(Frame.REMOVE).i32(m.id()).path(m.path());
            case Message.Rename m -> to.type(Frame.RENAME).i32(m.id()).path(m.from()).path(m.to());
            case Message.Read m ->
                    to.type(Frame.READ).i32(m.id()).path(m.path()).i64(m.offset()).i32(m.length());
            case Message.Part m -> to.type(Frame.PART).i32(m.id()).data(m.data());
            case Message.Checksum m ->
                    to.type(Frame.CHECKSUM)
                            .i32(m.id())
                            .path(m.path())
                            .i64(m.offset())
                            .i32(m.length());
            case Message.Checksummed m ->
                    to.type(Frame.CHECKSUMMED)
                            .i32(m.id())
                            .i32(m.length())
                            .i32(m.crc32c())
                            .bytes(m.md5());
            default -> writeChange(message, to);
        }
    }

    /** Writes what changes single files. */
    private static void writeChange(Message message, FieldWriter to) {
        switch (message) {
            case Message.Create m ->
                    to.type(Frame.CREATE)
                            .i32(m.id())
                            .path(m.path())
                            .i32(m.permissions())
                            .flag(m.replace());
            case Message.Write m ->
                    to.type(Frame.WRITE).i32(m.id()).digest(m.sha256()).data(m.data());
            case Message.Commit m -> to.type(Frame.COMMIT).i32(m.id());
            case Message.SetAttributes m ->
                    to.type(Frame.SET_ATTRIBUTES)
                            .i32(m.id())
                            .path(m.path())
                            .flag(m.permissions())
                            .flag(m.time())
                            .attributes(m.attributes());
            case Message.Move m -> to.type(Frame.MOVE).i32(m.id()).path(m.from()).path(m.to());
            case Message.Resolve m -> to.type(Frame.RESOLVE).i32(m.id()).path(m.path());
            case Message.Select m -> to.type(Frame.SELECT).data(m.data());
            case Message.Resolved m -> to.type(Frame.RESOLVED).i32(m.id()).path(m.path());
            case Message.TellOwners m -> to.type(Frame.TELL_OWNERS).i32(m.id());
            case Message.Owner m ->
                    to.type(Frame.OWNER).i32(m.id()).bytes(m.user()).bytes(m.group());
            case Message.SetOwner m ->
                    to.type(Frame.SET_OWNER)
                            .i32(m.id())
                            .path(m.path())
                            .bytes(m.user())
                            .bytes(m.group());
            case Message.Join m ->
                    to.type(Frame.JOIN).i32(m.id()).bytes(m.token()).i32(m.part()).i32(m.parts());
            default -> throw new AssertionError(message);
        }
    }

    /**
     * Reads a message.
     *
     * @param from all of one, without its length; data of the message lie in it
     * @throws MalformedMessageException if it is none
     */
    public static Message read(ByteBuffer from) throws MalformedMessageException {
        FieldReader in = new FieldReader(from);
        Message message = readFields(in);
        in.end();
        return message;
    }

    private static Message readFields(FieldReader in) throws MalformedMessageException {
        return switch (in.type()) {
            case HELLO -> hello(in);
            case WELCOME -> new Message.Welcome(in.i32(), in.flag());
            case PING -> new Message.Ping();
            case DONE -> new Message.Done(in.i32());
            case FAILED -> new Message.Failed(in.i32(), in.fault(), in.text());
            case STAT -> new Message.Stat(in.i32(), in.path());
            case FOUND -> new Message.Found(in.i32(), in.facts());
            case PUSH -> new Message.Push(PassOptions.ofBits(in.u8()));
            case PULL -> pull(in);
            case FOLDER -> new Message.Folder(in.i32(), in.path(), in.attributes());
            case LINK -> new Message.Link(in.i32(), in.path(), in.facts(), in.bytes(Limits.PATH));
            case OFFER ->
                    new Message.Offer(
                            in.i32(), in.path(), in.facts(), in.flag(), in.optionalDigest());
            case SAME -> new Message.Same(in.i32());
            case WANT -> new Message.Want(in.i32(), in.ranges());
            case WHOLE -> new Message.Whole(in.i32(), in.digest(), in.data());
            case CHUNK -> new Message.Chunk(in.i32(), in.u63(), in.digest(), in.data());
            case HOLE -> new Message.Hole(in.i32(), in.u63());
            case END -> new Message.End(in.i32());
            case ABANDON -> new Message.Abandon(in.i32(), in.fault(), in.text());
            case KEEP -> new Message.Keep(in.path());
            case SKIPPED -> new Message.Skipped(in.fault(), in.text());
            case TOTAL -> new Message.Total(in.i32(), in.u63(), in.u63());
            case OVER -> new Message.Over();
            case FINISH -> new Message.Finish(in.i32());
            case REMOVE_REST -> new Message.RemoveRest(in.i32(), in.path(), in.globs(), in.flag());
            case REMOVED -> new Message.Removed(in.path());
            case LIST -> new Message.ListFolder(in.i32(), in.path());
            case LISTED -> new Message.Listed(in.i32(), in.bytes(Limits.NAME), in.facts());
            case MAKE_FOLDER -> new Message.MakeFolder(in.i32(), in.path(), in.i32(0, 07777));
            case REMOVE -> new Message.Remove(in.i32(), in.path());
            case RENAME -> new Message.Rename(in.i32(), in.path(), in.path());
            case READ -> new Message.Read(in.i32(), in.path(), in.u63(), in.i32(0, Limits.CHUNK));
            case PART -> new Message.Part(in.i32(), in.data());
            case CREATE -> new Message.Create(in.i32(), in.path(), in.i32(0, 07777), in.flag());
            case WRITE -> new Message.Write(in.i32(), in.digest(), in.data());
            case COMMIT -> new Message.Commit(in.i32());
            case SET_ATTRIBUTES ->
                    new Message.SetAttributes(
                            in.i32(), in.path(), in.flag(), in.flag(), in.attributes());
            case MOVE -> new Message.Move(in.i32(), in.path(), in.path());
            case RESOLVE -> new Message.Resolve(in.i32(), in.path());
            case RESOLVED -> new Message.Resolved(in.i32(), in.path());
            case SELECT -> new Message.Select(in.data());
            case SET_PRESERVE -> new Message.SetPreserve(in.i32(), in.preserve());
            case PRESERVED -> new Message.Preserved(in.i32(), in.preserve());
            case DESCRIBED -> new Message.Described(in.i32(), in.metadata());
            case ACCOUNT -> new Message.Account(in.flag(), in.i32(), in.bytes(Limits.NAME));
            case HARD_LINK -> new Message.HardLink(in.i32(), in.path(), in.path());
            case CHECKSUM ->
                    new Message.Checksum(in.i32(), in.path(), in.u63(), in.i32(0, Limits.SUMMED));
            case CHECKSUMMED ->
                    new Message.Checksummed(
                            in.i32(), in.i32(0, Limits.SUMMED), in.i32(), in.bytes(Limits.MD5));
            case JOIN -> join(in);
            case TELL_OWNERS -> new Message.TellOwners(in.i32());
            case OWNER -> new Message.Owner(in.i32(), in.bytes(Limits.NAME), in.bytes(Limits.NAME));
            case SET_OWNER ->
                    new Message.SetOwner(
                            in.i32(), in.path(), in.bytes(Limits.NAME), in.bytes(Limits.NAME));
            case LEND -> new Message.Lend(in.i32(), in.i32(0, Limits.PARTS - 1), in.i32());
        };
    }

    private static Message pull(FieldReader in) throws MalformedMessageException {
        TreePath path = in.path();
        PassOptions options = PassOptions.ofBits(in.u8());
        List<ByteString> excludes = in.globs();
        int part = in.i32(0, Limits.PARTS - 1);
        return new Message.Pull(path, options, excludes, part, in.i32(part + 1, Limits.PARTS));
    }

    private static Message join(FieldReader in) throws MalformedMessageException {
        int id = in.i32();
        ByteString token = in.bytes(Limits.TOKEN);
        if (token.length() != Limits.TOKEN) {
            throw new MalformedMessageException("a token of %d bytes".formatted(token.length()));
        }
        int part = in.i32(0, Limits.PARTS - 1);
        return new Message.Join(id, token, part, in.i32(part + 1, Limits.PARTS));
    }

    private static Message hello(FieldReader in) throws MalformedMessageException {
        if (in.i32() != MAGIC) {
            throw new MalformedMessageException("this isn't a copy");
        }
        return new Message.Hello(in.i32());
    }
}
