package org.urdma4j.verbs;

/**
 * What a shared receive queue is created with: {@code struct ibv_srq_init_attr}
 * (ibv_create_srq(3)). Immutable.
 *
 * @param maxWr receive requests outstanding, from 1
 * @param maxSge scatter entries of a receive request
 * @param srqContext anything of the program's own, or null; the provider does not look at it
 */
public record SrqInitAttr(int maxWr, int maxSge, Object srqContext) {
    /** Checks that nothing is negative. */
    public SrqInitAttr {
        Checks.range("maxWr", maxWr, 0, Integer.MAX_VALUE);
        Checks.range("maxSge", maxSge, 0, Integer.MAX_VALUE);
    }

    /** Makes attributes without a context. */
    public SrqInitAttr(int maxWr, int maxSge) {
        this(maxWr, maxSge, null);
    }
}
