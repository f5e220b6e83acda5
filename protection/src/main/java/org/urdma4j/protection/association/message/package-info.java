/**
 * What the ends of an association say to each other inside their TLS connection. Pure; called by
 * {@code association.state} and {@code association.net}, one connection by one thread at a time.
 *
 * <pre>
 * type 8 | length of the body 16 | body
 * </pre>
 *
 * Numbers are big-endian.
 */
package org.urdma4j.protection.association.message;
