package org.urdma4j.leafspine.rate;

/** As fast as the NIC can. */
public final class LineRate implements FlowRate {
    @Override
    public long readyPs(long nowPs, long underWayBytes) {
        return nowPs;
    }
}
