/** What commands share that talk to a program at the other end: its address, and a socket to it. */
package org.urdma4j.tools.peer;
