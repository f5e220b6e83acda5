/** Files and trees of files, copied between two hosts. */
package org.urdma4j.copy;
