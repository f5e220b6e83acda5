/**
 * Hadoop's file system {@code urdma://host:port/path}, what {@code urdma serve} has at that host.
 * {@link org.urdma4j.hadoop.UrdmaFileSystem} is found by Hadoop by the scheme. Any thread may call,
 * as Hadoop asks for.
 */
package org.urdma4j.hadoop;
