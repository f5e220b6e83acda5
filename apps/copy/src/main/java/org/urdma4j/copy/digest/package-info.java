/** SHA-256 of chunks and of files, and the checksums that HDFS has. */
package org.urdma4j.copy.digest;
