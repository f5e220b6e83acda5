package org.urdma4j.copy.files;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;

/** One name in a folder of the server, and what has it. */
public record RemoteEntry(ByteString name, Facts facts) {}
