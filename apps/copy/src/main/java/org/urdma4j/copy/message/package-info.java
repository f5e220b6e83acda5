/**
 * What the two ends of a copy say to each other: messages, and their bytes ({@code
 * apps/copy/protocol.md}). Pure: bytes in, messages out, and the other way round. What can't be
 * parsed is a {@link org.urdma4j.copy.message.MalformedMessageException}, and never more memory
 * than a frame has.
 */
package org.urdma4j.copy.message;
