package org.urdma4j.copy.client;

import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.tree.TreePath;

import java.util.concurrent.atomic.LongAdder;

/** Listens to a pass that compares: what would be copied again isn't as it should be. */
final class Verification implements PassListener {
    private final PassListener told;
    private final LongAdder right = new LongAdder();

    Verification(PassListener told) {
        this.told = told;
    }

    @Override
    public void onSame(TreePath path, long bytes) {
        right.increment();
    }

    @Override
    public void onWanted(TreePath path, long bytes, long have) {
        told.onFailed(Fault.CORRUPT, path + ": differs from the source after the copy");
    }

    @Override
    public void onFailed(Fault fault, String text) {
        if (fault != Fault.SPECIAL) {
            told.onFailed(fault, text);
        }
    }

    /** Returns how many files and links are as they should be. */
    long right() {
        return right.sum();
    }
}
