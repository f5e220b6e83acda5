package org.urdma4j.copy.write;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/** Copies to a directory of its first argument, and prints what becomes of it. */
final class SmallDisk {
    private static final Attributes PLAIN = new Attributes(0600, 0, 0);
    private static final int CHUNK = 1 << 16;

    private SmallDisk() {}

    @FunctionalInterface
    private interface Step {
        void run() throws DiskException;
    }

    private static void say(String what, Step step) {
        try {
            step.run();
            System.out.println(what + ": done");
        } catch (DiskException e) {
            System.out.println(what + ": " + e.kind() + " " + e.getMessage());
        }
    }

    public static void main(String[] arguments) throws DiskException {
        try (Root root = Root.open(arguments[0]);
                TargetTree target =
                        new TargetTree(root, new WriteOptions(false, true, new Random(1)))) {
            for (int i = 1; i < arguments.length; i++) {
                switch (arguments[i]) {
                    case "reserve" -> say("reserve", () -> chunks(target, 8 << 20, false, 0));
                    case "sparse" -> say("sparse", () -> chunks(target, 8 << 20, true, 128));
                    case "fits" -> say("fits", () -> chunks(target, 1 << 20, false, 16));
                    case "files" -> say("files", () -> files(target));
                    case "small" -> say("small", () -> small(target, "small"));
                    case "directory" ->
                            say("directory", () -> target.makeDirectory(TreePath.of("d"), PLAIN));
                    case "inside" -> say("inside", () -> small(target, "closed/small"));
                    default -> throw new IllegalArgumentException(arguments[i]);
                }
            }
        }
    }

    private static void small(TargetTree target, String path) throws DiskException {
        ByteBuffer data = ByteBuffer.allocate(10);
        target.writeFile(TreePath.of(path), PLAIN, data, Checksums.of(data));
    }

    private static void files(TargetTree target) throws DiskException {
        ByteBuffer data = ByteBuffer.allocate(100_000);
        for (int i = 0; i < 1000; i++) {
            target.writeFile(TreePath.of("f" + i), PLAIN, data, Checksums.of(data));
        }
    }

    private static void chunks(TargetTree target, int size, boolean sparse, int count)
            throws DiskException {
        byte[] bytes = new byte[CHUNK];
        Arrays.fill(bytes, (byte) 1);
        ByteBuffer data = ByteBuffer.wrap(bytes);
        FileIdentity source = new FileIdentity(size, 0, 0, 0, 0, 0);
        TreePath path = TreePath.of("big");
        try (TargetFile file = target.openFile(path, PLAIN, source, sparse, CHUNK)) {
            System.out.println("had " + file.verified().cardinality());
            for (int i = 0; i < count; i++) {
                file.write(i, data, Checksums.of(data));
            }
            file.commit();
        }
    }
}
