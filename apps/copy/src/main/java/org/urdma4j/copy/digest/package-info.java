/** SHA-256 of chunks and of files. */
package org.urdma4j.copy.digest;
