/**
 * The end that has the files: {@link org.urdma4j.copy.send.Sender} offers what it finds, without
 * waiting for answers, and sends what is wanted. Three threads: one walks and offers, one sends
 * what was read ahead, and the caller's takes the answers.
 */
package org.urdma4j.copy.send;
