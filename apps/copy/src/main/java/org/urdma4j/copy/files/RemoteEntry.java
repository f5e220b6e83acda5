package org.urdma4j.copy.files;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;

/**
 * One name in a folder of the server, and what has it.
 *
 * @param user that it belongs to: a name, or a number in decimal; empty if that isn't told
 * @param group likewise
 */
public record RemoteEntry(ByteString name, Facts facts, ByteString user, ByteString group) {}
