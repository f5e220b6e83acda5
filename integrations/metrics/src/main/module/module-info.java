/** What devices count, for monitoring systems that ask by HTTP. */
module org.urdma4j.metrics {
    requires transitive org.urdma4j.verbs;

    exports org.urdma4j.metrics;
}
