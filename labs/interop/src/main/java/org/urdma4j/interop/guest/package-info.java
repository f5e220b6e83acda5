/** The guest that {@code tools/interop/rxe-guest} boots, and processes in its network. */
package org.urdma4j.interop.guest;
