/**
 * What the device counts. The names are those of Linux rxe's hardware counters where it has them.
 * Written by the event loop that owns the object, readable from any thread at any time.
 */
package org.urdma4j.transport.counter;
