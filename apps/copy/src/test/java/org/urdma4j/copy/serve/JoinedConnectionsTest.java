package org.urdma4j.copy.serve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.ChunkRange;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Connections of one copy that do what they must not, or end. */
@Timeout(60)
class JoinedConnectionsTest {
    private static final PassOptions COPY = new PassOptions(PassOptions.Kind.COPY, false, true);
    private static final ByteString DIGEST = ByteString.of("0123456789abcdef0123456789abcdef");

    @TempDir Path folder;
    private SocketServer server;

    @BeforeEach
    void serve() throws IOException {
        server = new SocketServer(folder, ServeOptions.DEFAULT);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static Message join(int id, int part, int parts) {
        return new Message.Join(id, ByteString.of(new byte[Limits.TOKEN]), part, parts);
    }

    private static Message.Offer offer(int id, String path, long size) throws IOException {
        Facts facts =
                new Facts(
                        FileType.FILE,
                        new Attributes(0644, 1, 2),
                        new FileIdentity(size, 1, 2, 3, 4, 5));
        return new Message.Offer(id, TreePath.of(path), facts, false, ByteString.EMPTY);
    }

    private MessageStream joined(int part) throws IOException {
        MessageStream stream = server.hello();
        stream.sendNow(join(1, part, 2));
        assertThat(stream.receive()).isEqualTo(new Message.Done(1));
        return stream;
    }

    @Test
    void shouldTakeNothingOfAFileFromWhoItIsNotLentTo() throws Exception {
        ByteBuffer chunk = ByteBuffer.allocate(Limits.CHUNK);
        ByteString sha256 = ByteString.of(Checksums.of(ByteBuffer.allocateDirect(Limits.CHUNK)));
        try (MessageStream one = joined(0);
                MessageStream other = joined(1)) {
            one.send(new Message.Push(COPY));
            one.sendNow(offer(7, "f", 2 * Limits.CHUNK));
            assertThat(one.receive()).isInstanceOf(Message.Want.class);
            other.send(new Message.Push(COPY));
            other.send(new Message.Chunk(7, 1, sha256, chunk.duplicate())); // of no file here
            other.send(new Message.Lend(8, 1, 7));
            other.send(new Message.Lend(9, 0, 8));
            other.sendNow(new Message.Lend(10, 0, 7));
            assertThat(((Message.Failed) other.receive()).id()).isEqualTo(8);
            assertThat(((Message.Failed) other.receive()).id()).isEqualTo(9);
            other.sendNow(new Message.Chunk(10, 0, DIGEST, chunk.duplicate()));
            assertThat(other.receive()).isEqualTo(failed(10));
            other.send(new Message.Lend(11, 0, 7));
            other.send(new Message.Chunk(11, 0, sha256, chunk.duplicate()));
            other.sendNow(new Message.End(11));
            assertThat(other.receive()).isEqualTo(new Message.Done(11));
            one.sendNow(new Message.End(7));
            assertThat(one.receive()).isEqualTo(failed(7));
            one.sendNow(offer(12, "f", 2 * Limits.CHUNK));
            assertThat(one.receive())
                    .isEqualTo(new Message.Want(12, List.of(new ChunkRange(0, 1))));
            one.sendNow(new Message.End(12));
            assertThat(one.receive()).isInstanceOf(Message.Failed.class);
            assertThat(server.end()).isEqualTo("a file ends before all of it has come");
            other.send(new Message.Lend(13, 0, 12));
            other.send(new Message.Over());
            other.sendNow(new Message.Stat(14, TreePath.of("f")));
            assertThat(((Message.Failed) other.receive()).id()).isEqualTo(13);
            assertThat(((Message.Failed) other.receive()).fault()).isEqualTo(Fault.NOT_FOUND);
        }
    }

    private static Message failed(int id) {
        return new Message.Failed(id, Fault.CORRUPT, "f: what arrived does not match its SHA-256");
    }

    @Test
    void shouldEndWhoJoinsWhatItIsNotPartOf() throws Exception {
        try (MessageStream one = joined(0);
                MessageStream other = server.hello()) {
            other.sendNow(join(1, 0, 2));
            assertThat(((Message.Failed) other.receive()).id()).isZero();
            assertThat(server.end()).isEqualTo("a connection isn't one of those of its copy");
            one.sendNow(join(1, 1, 2));
            assertThat(server.end()).isEqualTo("a connection joins a second copy");
        }
    }

    @Test
    void shouldTellAllConnectionsWhyOneWasEnded() throws Exception {
        try (MessageStream one = joined(0);
                MessageStream other = joined(1)) {
            one.sendNow(new Message.Pull(TreePath.ROOT, COPY, List.of(), 0, 2));
            Message message = one.receive();
            while (!(message instanceof Message.Total)) {
                message = one.receive();
            }
            other.sendNow(new Message.Pull(TreePath.ROOT, COPY, List.of(), 1, 3));
            Message why = new Message.Failed(0, Fault.OTHER, "a pass of another part of the copy");
            assertThat(other.receive()).isEqualTo(why);
            assertThat(one.receive()).isEqualTo(why);
            assertThat(List.of(server.end(), server.end()))
                    .containsOnly("a pass of another part of the copy");
        }
    }

    @Test
    void shouldEndAPassWhenOneOfItsConnectionsEnds() throws Exception {
        try (MessageStream one = joined(0)) {
            try (MessageStream other = joined(1)) {
                one.sendNow(new Message.Pull(TreePath.ROOT, COPY, List.of(), 0, 2));
                Message message = one.receive();
                while (!(message instanceof Message.Total)) {
                    message = one.receive();
                }
                one.sendNow(new Message.Done(((Message.Total) message).id()));
                other.sendNow(new Message.Ping());
            }
            assertThat(List.of(server.end(), server.end()))
                    .containsExactlyInAnyOrder(
                            "null", "another connection of the same copy has ended");
        }
    }
}
