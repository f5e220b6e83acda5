/**
 * A tree of files of Linux, reached through directory handles: no link is followed, nothing outside
 * the root is touched, and names are bytes.
 */
package org.urdma4j.copy.tree;
