/** What arrives, written so that each file is whole under its name or not there at all. */
package org.urdma4j.copy.write;
