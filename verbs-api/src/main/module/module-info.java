/** RDMA verbs and channels, without a provider: urdma4j-transport is one. */
module org.urdma4j.verbs {
    exports org.urdma4j.channel;
    exports org.urdma4j.endpoint;
    exports org.urdma4j.verbs;
    exports org.urdma4j.verbs.cm;
    exports org.urdma4j.verbs.text;

    uses org.urdma4j.verbs.VerbsProvider;
}
