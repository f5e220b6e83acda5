package org.urdma4j.measure.capture;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was put first, so that no capture fills the memory. */
final class Recent<K, V> extends LinkedHashMap<K, V> {
    @Serial private static final long serialVersionUID = 1;

    private final int most;

    Recent(int most) {
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
