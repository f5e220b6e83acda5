package org.urdma4j.verbs;

import java.util.Objects;

/**
 * Something that happened outside any work request: {@code struct ibv_async_event}
 * (ibv_get_async_event(3)). A plain value: nothing need be acknowledged, and destroying an object
 * does not wait for its events, but removes those that nobody has been given.
 *
 * @param eventType what happened
 * @param element what it happened to, of the class that {@link EventType} names for the type
 */
public record AsyncEvent(EventType eventType, Object element) {
    /** Checks that nothing is null. */
    public AsyncEvent {
        Objects.requireNonNull(eventType, "eventType");
        Objects.requireNonNull(element, "element");
    }
}
