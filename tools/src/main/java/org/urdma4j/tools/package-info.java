/**
 * The {@code urdma} command: its entry point and what becomes of errors. Each subcommand has a
 * package of its own below this one.
 *
 * <p>Exit statuses: 0 it worked, 1 the operation failed, 2 it was called wrongly. Errors are one
 * line on standard error; a stack trace never reaches the user. Started by the launcher {@code
 * ./urdma} at the root of the project.
 */
package org.urdma4j.tools;
