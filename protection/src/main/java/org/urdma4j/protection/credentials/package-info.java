/**
 * What a device proves itself with, and what it asks of its peer: a key that both share, or
 * certificates. Read from files before a port is opened, on the thread that opens it; everything
 * here is immutable but for secrets, which are wiped when closed.
 *
 * <p>Every error is a {@link org.urdma4j.protection.credentials.CredentialsException} with one line
 * that names the file and what to do, and nothing that the file holds.
 */
package org.urdma4j.protection.credentials;
