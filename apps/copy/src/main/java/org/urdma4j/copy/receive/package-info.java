/**
 * The end that files are written at: {@link org.urdma4j.copy.receive.Receiver} compares what is
 * offered with what it has, says what it wants, and writes it. All on the caller's thread, so a
 * disk that is slow keeps the peer from sending.
 */
package org.urdma4j.copy.receive;
