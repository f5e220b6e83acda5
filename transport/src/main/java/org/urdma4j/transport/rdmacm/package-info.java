/**
 * Connections of a software device: the calls of {@code org.urdma4j.verbs.cm} over the {@linkplain
 * org.urdma4j.transport.cm connection manager} of its address. Calls come from any thread; what
 * they do is done on the event loop of the device's port.
 */
package org.urdma4j.transport.rdmacm;
