/**
 * Where streams go at an end: names looked up once and compared with rules, sockets connected and
 * bound.
 */
package org.urdma4j.forward.dial;
