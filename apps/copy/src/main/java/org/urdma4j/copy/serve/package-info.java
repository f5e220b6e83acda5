/**
 * The server's side: {@link org.urdma4j.copy.serve.CopyServer} takes connections, each with a
 * {@link org.urdma4j.copy.serve.ServeSession} on a thread of its own, that does what the client
 * asks for below one root. A client can hold no more than its connections' threads, rings and
 * windows.
 */
package org.urdma4j.copy.serve;
