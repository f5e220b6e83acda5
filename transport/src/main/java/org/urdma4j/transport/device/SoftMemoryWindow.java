package org.urdma4j.transport.device;

import org.urdma4j.transport.memory.Window;
import org.urdma4j.verbs.MemoryWindow;
import org.urdma4j.verbs.MwType;
import org.urdma4j.verbs.ProtectionDomain;

import java.util.concurrent.atomic.AtomicInteger;

/** A memory window. */
final class SoftMemoryWindow extends Resource implements MemoryWindow {
    private final SoftProtectionDomain domain;
    private final MwType type;
    private final Window window;

    /** Of type 1: the key of the binding posted last. */
    private final AtomicInteger posted;

    SoftMemoryWindow(SoftProtectionDomain domain, MwType type) {
        super(domain);
        this.domain = domain;
        this.type = type;
        this.window = domain.context().loops().allocateWindow(domain.id(), type == MwType.TYPE_2);
        posted = new AtomicInteger(window.key());
    }

    @Override
    public ProtectionDomain protectionDomain() {
        return domain;
    }

    @Override
    public MwType type() {
        return type;
    }

    @Override
    public int rkey() {
        return type == MwType.TYPE_1 ? posted.get() : window.key();
    }

    /** Moves on to the next key, for a binding that is to be posted. */
    int nextKey() {
        return posted.updateAndGet(MemoryWindow::incRkey);
    }

    /** The binding wasn't taken: the key before it is the valid one. */
    void withdraw(int before) {
        posted.set(before);
    }

    @Override
    String describe() {
        return "MemoryWindow 0x%08x of %s".formatted(rkey(), type);
    }

    @Override
    void release() {
        domain.context().loops().deallocate(window);
    }
}
