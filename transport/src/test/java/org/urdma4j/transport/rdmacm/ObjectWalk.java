package org.urdma4j.transport.rdmacm;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Shows all objects of this project that can be reached from some, with what they hold. */
final class ObjectWalk {
    private static final int MOST = 2_000_000;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<Object> open = new ArrayDeque<>();
    private final Consumer<Object> visitor;

    ObjectWalk(Consumer<Object> visitor) {
        this.visitor = visitor;
    }

    void from(Object... roots) {
        for (Object root : roots) {
            add(root);
        }
        while (!open.isEmpty() && seen.size() < MOST) {
            Object next = open.remove();
            visitor.accept(next);
            expand(next);
        }
    }

    private void add(Object one) {
        if (one != null && !(one instanceof MemorySegment) && seen.add(one)) {
            open.add(one);
        }
    }

    private void expand(Object one) {
        switch (one) {
            case Map<?, ?> map -> {
                copy(map.keySet()).forEach(this::add);
                copy(map.values()).forEach(this::add);
            }
            case Iterable<?> some -> copy(some).forEach(this::add);
            case Optional<?> maybe -> maybe.ifPresent(this::add);
            case AtomicReference<?> reference -> add(reference.get());
            default -> {
                if (one.getClass().isArray()) {
                    expandArray(one);
                } else if (one.getClass().getName().startsWith("org.urdma4j.")) {
                    expandFields(one);
                }
            }
        }
    }

    /** Of a collection that changes meanwhile, what was there. */
    private static List<Object> copy(Iterable<?> some) {
        List<Object> all = new ArrayList<>();
        some.forEach(all::add);
        return all;
    }

    private void expandArray(Object array) {
        if (!array.getClass().getComponentType().isPrimitive()) {
            for (int i = 0; i < Array.getLength(array); i++) {
                add(Array.get(array, i));
            }
        }
    }

    private void expandFields(Object one) {
        for (Class<?> of = one.getClass(); of != Object.class; of = of.getSuperclass()) {
            for (Field field : of.getDeclaredFields()) {
                if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
                    add(valueOf(field, one));
                }
            }
        }
    }

    private static Object valueOf(Field field, Object of) {
        try {
            field.setAccessible(true);
            return field.get(of);
        } catch (InaccessibleObjectException | IllegalAccessException _) {
            return null; // of the JDK
        }
    }
}
