/**
 * {@code urdma demo}: moves a real file between two devices of this machine through the verbs API,
 * over real UDP sockets: on a clean path and on a long and lossy one, with both profiles. It needs
 * no privilege and sends to loopback only.
 */
package org.urdma4j.tools.demo;
