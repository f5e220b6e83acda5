package org.urdma4j.dist;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A parent and a library, as Maven stages them: with checksums, and without signatures. */
final class Staged {
    static final String PARENT =
            """
            <project><groupId>org.x</groupId><artifactId>p</artifactId><version>1</version>
            <packaging>pom</packaging><name>P</name><description>A parent</description>
            <url>https://x.org</url>
            <licenses><license><name>MIT</name><url>https://x.org/l</url></license></licenses>
            <developers><developer><name>D</name></developer></developers>
            <scm><connection>scm:git:x</connection><url>https://x.org/s</url></scm></project>
            """;
    static final String CHILD =
            """
            <project><parent><groupId>org.x</groupId><artifactId>p</artifactId>
            <version>1</version></parent><artifactId>c</artifactId><name>C</name>
            <description>A child</description></project>
            """;

    private Staged() {}

    /** Writes both into a folder, and returns what is to be signed. */
    static List<Path> artifacts(Path folder) throws Exception {
        List<Path> files = new ArrayList<>();
        files.add(write(folder, "org/x/p/1/p-1.pom", PARENT));
        files.add(write(folder, "org/x/c/1/c-1.pom", CHILD));
        for (String end : new String[] {".jar", "-sources.jar", "-javadoc.jar"}) {
            files.add(write(folder, "org/x/c/1/c-1" + end, "content"));
        }
        return files;
    }

    static Path write(Path folder, String name, String content) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        for (String checksum : new String[] {"MD5", "SHA-1"}) {
            byte[] digest = MessageDigest.getInstance(checksum).digest(Files.readAllBytes(file));
            String end = checksum.equals("MD5") ? ".md5" : ".sha1";
            Files.writeString(Path.of(file + end), HexFormat.of().formatHex(digest));
        }
        return file;
    }
}
