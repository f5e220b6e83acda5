/** A program that loads two devices over real sockets for a while and prints what happens. */
package org.urdma4j.transport.load;
