/** What several commands show on a terminal. */
package org.urdma4j.tools.terminal;
