package org.urdma4j.transport.urdma.grant;

/** What a queue pair would send. */
public interface GrantSource {
    /** Returns whether there may be something. */
    boolean hasWork();

    /**
     * Returns about how many bytes, BTH to ICRC, would leave if nothing but the path held them: not
     * what waits for a receive, a fence or an answer.
     */
    long backlog(long nowNs);
}
