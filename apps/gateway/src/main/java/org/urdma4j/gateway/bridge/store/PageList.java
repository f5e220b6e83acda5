package org.urdma4j.gateway.bridge.store;

/** Pages in the order in which they came, the newest first. A page is in one list at a time. */
final class PageList {
    private Page first;

    /** Returns the newest, or null. */
    Page first() {
        return first;
    }

    void add(Page page) {
        page.before = null;
        page.behind = first;
        if (first != null) {
            first.before = page;
        }
        first = page;
    }

    void remove(Page page) {
        if (page.before == null) {
            first = page.behind;
        } else {
            page.before.behind = page.behind;
        }
        if (page.behind != null) {
            page.behind.before = page.before;
        }
        page.before = null;
        page.behind = null;
    }
}
