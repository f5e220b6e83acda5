package org.urdma4j.tools;

import picocli.CommandLine.IVersionProvider;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Answers {@code --version} with what the build, and the launcher, wrote down. */
final class Version implements IVersionProvider {
    /** Set by the launcher when it runs in a git work tree. */
    private static final String COMMIT_PROPERTY = "urdma.commit";

    @Override
    public String[] getVersion() throws IOException {
        String commit = System.getProperty(COMMIT_PROPERTY, "");
        return new String[] {
            "urdma " + projectVersion() + (commit.isEmpty() ? "" : " (commit " + commit + ")"),
            "Java " + Runtime.version()
        };
    }

    private static String projectVersion() throws IOException {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
            build.load(in);
        }
        return build.getProperty("version");
    }
}
