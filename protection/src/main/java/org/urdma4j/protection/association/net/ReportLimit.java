package org.urdma4j.protection.association.net;

/** Lets what strangers can cause be told only so often. Any thread. */
final class ReportLimit {
    private final long betweenNs;
    private boolean any;
    private long lastNs;

    ReportLimit(long betweenNs) {
        this.betweenNs = betweenNs;
    }

    synchronized boolean mayReport() {
        long nowNs = AssociationClock.nowNs();
        if (any && nowNs - lastNs < betweenNs) {
            return false;
        }
        any = true;
        lastNs = nowNs;
        return true;
    }
}
