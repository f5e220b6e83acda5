/**
 * Connections in a few lines: a queue pair with its completion queues and memory as one object, an
 * {@linkplain org.urdma4j.endpoint.Endpoint endpoint}. There are two styles. A {@linkplain
 * org.urdma4j.endpoint.PassiveEndpoint passive} endpoint is asked: its calls wait, or poll. An
 * {@linkplain org.urdma4j.endpoint.ActiveEndpoint active} one calls back: a program says what is
 * done when something has happened. Both stand above {@code org.urdma4j.verbs} and {@code
 * org.urdma4j.verbs.cm}, and let a program at what they are made of. Depends on the JDK alone.
 */
package org.urdma4j.endpoint;
