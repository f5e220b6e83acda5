package org.urdma4j.verbs;

/**
 * An address vector: {@code struct ibv_ah_attr}. The fields that only mean something on an
 * InfiniBand fabric (LID, path bits, static rate) are left out; to cap the rate there is {@link
 * QpAttr#rateLimit()}.
 *
 * @param grh the route; null only where no network header is wanted, which RoCE refuses with EINVAL
 * @param sl the service level, 0 to 15; on Ethernet the priority of a VLAN tag (0 to 7)
 * @param portNum our own port, 1 to 255
 */
public record AhAttr(GlobalRoute grh, int sl, int portNum) {
    /** Checks the ranges. */
    public AhAttr {
        Checks.range("sl", sl, 0, 15);
        Checks.range("portNum", portNum, 1, 0xff);
    }

    /** Returns whether packets carry a network header, as on RoCE they always do. */
    public boolean isGlobal() {
        return grh != null;
    }
}
