package org.urdma4j.hadoop;

import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.security.AccessControlException;
import org.urdma4j.copy.pass.SessionException;

import java.io.FileNotFoundException;
import java.io.IOException;

/** What a server refuses, as the exceptions that Hadoop's callers look for. */
final class Faults {
    private Faults() {}

    /** Returns what to throw about a path. */
    static IOException of(Path path, SessionException e) {
        String text = "%s: %s".formatted(path, e.getMessage());
        IOException failure =
                switch (e.fault()) {
                    case NOT_FOUND -> new FileNotFoundException(text);
                    case NO_PERMISSION, READ_ONLY -> new AccessControlException(text);
                    case EXISTS, IS_DIRECTORY -> new FileAlreadyExistsException(text);
                    case NOT_DIRECTORY -> new ParentNotDirectoryException(text);
                    case NOT_EMPTY -> new PathIsNotEmptyDirectoryException(path.toString());
                    default -> new IOException(text);
                };
        failure.initCause(e);
        return failure;
    }
}
