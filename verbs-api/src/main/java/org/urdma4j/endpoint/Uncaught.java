package org.urdma4j.endpoint;

/** What a program's callback has thrown and nobody takes. */
final class Uncaught {
    private Uncaught() {}

    /** Tells the handler of this thread, as if the thread ended by it. */
    static void tell(Throwable cause) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
        } catch (Throwable _) {
            // as the JVM does: there is nobody left to tell
        }
    }
}
