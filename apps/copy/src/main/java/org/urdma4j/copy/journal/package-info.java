/** What of a file has arrived and was verified, kept beside it until the file is whole. */
package org.urdma4j.copy.journal;
