package org.urdma4j.protection.credentials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whose rights this process has. */
final class OwnUser {
    private static final int REAL_AND_EFFECTIVE = 3;
    private static final int ROOT = 0;
    private static final int UID = read();

    private OwnUser() {}

    /** Tells whether a user is the effective one, or the one who became root by {@code sudo}. */
    static boolean is(int uid) {
        return UID == FileOwnership.UNKNOWN || uid == UID || (UID == ROOT && uid == sudo());
    }

    private static int sudo() {
        String uid = System.getenv("SUDO_UID");
        try {
            return uid == null ? ROOT : Integer.parseInt(uid);
        } catch (NumberFormatException _) {
            return ROOT;
        }
    }

    /** Linux says it in a file; elsewhere, who owns a file that this process makes tells it. */
    private static int read() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                String[] words = line.split("\\s+", -1);
                if (words[0].equals("Uid:") && words.length >= REAL_AND_EFFECTIVE) {
                    return (int) Long.parseLong(words[2]);
                }
            }
        } catch (IOException | NumberFormatException _) {
            // Not Linux.
        }
        return ofNewFile();
    }

    private static int ofNewFile() {
        try {
            Path made = Files.createTempFile("urdma4j", null);
            try {
                return (int) Files.getAttribute(made, "unix:uid");
            } finally {
                Files.delete(made);
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
            return FileOwnership.UNKNOWN;
        }
    }
}
