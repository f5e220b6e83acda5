/**
 * Single files of a server, for programs that work with them as with a file system: {@link
 * org.urdma4j.copy.files.RemoteFiles} is one connection for any number of threads, {@link
 * org.urdma4j.copy.files.RemoteWriter} a file that is written through it. Requests have numbers,
 * and a thread of the connection hands each answer to who waits for it, so that several requests
 * are on their way at a time. Messages 5, 6, 24 to 37, 46, 47, 50 to 52 of apps/copy/protocol.md.
 */
package org.urdma4j.copy.files;
