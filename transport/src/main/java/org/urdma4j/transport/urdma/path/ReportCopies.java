package org.urdma4j.transport.urdma.path;

/**
 * Which reports on sequence numbers go a second way as well, should the best have failed: each
 * third of those in close order; one that the peer has asked for, by the way of its question, on
 * which it is heard; and one that says what nobody repeats.
 */
final class ReportCopies {
    private static final int SPACES = 2;
    private static final int CLOSE_ONES = 3;

    private final PathTable table;
    private final Rail[] asked = new Rail[SPACES];
    private final boolean[] news = new boolean[SPACES];
    private final Rail[] due = new Rail[SPACES];
    private Rail turn;
    private int closeOnes;

    ReportCopies(PathTable table) {
        this.table = table;
    }

    void start() {
        for (int space = 0; space < SPACES; space++) {
            asked[space] = null;
            news[space] = false;
            due[space] = null;
        }
        turn = null;
        closeOnes = 0;
    }

    /** The peer asks for a report by a question that came over a rail. */
    void onAsked(int space, Rail rail) {
        asked[space] = rail;
    }

    /** The next report has news that the peer waits for, and no more follows of itself. */
    void onNews(int space) {
        news[space] = true;
    }

    /**
     * A report has gone.
     *
     * @param used the way that it went
     * @param second that is best but for that, null if there is none
     * @param close whether it follows another in close order
     */
    void onSent(int space, Rail used, Rail second, boolean close) {
        boolean third = close && second != null && ++closeOnes % CLOSE_ONES == 0;
        if (asked[space] != null && asked[space] != used) {
            due[space] = asked[space];
        } else if (used != null && (asked[space] != null || news[space])) {
            turn = table.workedAfter(turn == null ? used : turn, used);
            due[space] = turn;
        } else if (third) {
            due[space] = second;
        }
        asked[space] = null;
        news[space] = false;
    }

    /** Returns the way of a copy that is due, null if none is; it counts as gone. */
    Rail take(int space) {
        Rail rail = due[space];
        due[space] = null;
        return rail;
    }
}
