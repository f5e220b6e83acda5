/**
 * One flow of ours beside flows of the kernel's TCP over one queue: which cells are run, what was
 * recorded of each, and what that says of the shares. Called by {@code urdma lab --coexist}.
 */
package org.urdma4j.lab.coexist;
