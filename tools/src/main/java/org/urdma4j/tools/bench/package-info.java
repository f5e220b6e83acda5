/**
 * {@code urdma bench}: what the stack achieves on a path that is simulated in virtual time. The
 * runs themselves are in {@code org.urdma4j.bench}; here are their options in text, and what is
 * printed.
 */
package org.urdma4j.tools.bench;
