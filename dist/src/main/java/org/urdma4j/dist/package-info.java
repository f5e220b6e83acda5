/**
 * What an installed {@code urdma} has beside the program: manual pages and completion, made of what
 * picocli knows of the commands when the archive is built.
 */
package org.urdma4j.dist;
