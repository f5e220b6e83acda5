package org.urdma4j.copy.write;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.util.Random;

/** Copies files to a directory, and says which chunks were there and which are there now. */
final class ChunkWriter {
    static final int CHUNK = 4096;
    static final int CHUNKS = 2000;

    private ChunkWriter() {}

    /** Returns what the file is to have. */
    static byte[] content() {
        byte[] content = new byte[CHUNK * CHUNKS];
        new Random(11).nextBytes(content);
        return content;
    }

    public static void main(String[] arguments) throws DiskException {
        ByteBuffer content = ByteBuffer.wrap(content());
        Attributes plain = new Attributes(0600, 0, 0);
        FileIdentity source = new FileIdentity(content.capacity(), 0, 0, 0, 0, 0);
        try (Root root = Root.open(arguments[0]);
                TargetTree target =
                        new TargetTree(root, new WriteOptions(false, true, new Random()));
                TargetFile file =
                        target.openFile(TreePath.of("big"), plain, source, false, CHUNK)) {
            System.out.println("had " + file.verified().cardinality());
            for (int i = 0; i < CHUNKS; i++) {
                if (!file.verified().get(i)) {
                    ByteBuffer chunk = content.slice(i * CHUNK, CHUNK);
                    target.writeFile(
                            TreePath.of("small" + i % 3), plain, chunk, Checksums.of(chunk));
                    file.write(i, chunk, Checksums.of(chunk));
                    System.out.println(i);
                }
            }
            file.commit();
            System.out.println("whole");
        }
    }
}
