package org.urdma4j.verbs;

/**
 * Attributes of a shared receive queue: {@code struct ibv_srq_attr} (ibv_query_srq(3)).
 *
 * @param maxWr receive requests outstanding
 * @param maxSge scatter entries of a receive request
 * @param srqLimit below how many requests {@link EventType#SRQ_LIMIT_REACHED} is raised; 0 when it
 *     isn't going to be
 */
public record SrqAttr(int maxWr, int maxSge, int srqLimit) {}
