/**
 * A server that ssh starts for one copy: {@link org.urdma4j.tools.copy.ssh.FarEnd} is what {@code
 * urdma copy --ssh} has of it, {@link org.urdma4j.tools.copy.ssh.StdioServer} what runs there. They
 * agree over ssh on a key, a folder and a port, in lines ({@code Exchange}); data go past ssh.
 */
package org.urdma4j.tools.copy.ssh;
