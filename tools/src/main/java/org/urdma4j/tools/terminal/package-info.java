/** What several commands need of the terminal and the process they run in. */
package org.urdma4j.tools.terminal;
