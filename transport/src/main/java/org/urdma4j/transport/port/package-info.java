/**
 * What the device asks of a network backend, and the turn of an event loop that all backends share:
 * take packets and posted work in, send what the engine has, sleep until its next deadline.
 */
package org.urdma4j.transport.port;
