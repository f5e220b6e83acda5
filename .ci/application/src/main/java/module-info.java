/** An application of urdma4j's, by the name of its module. */
module application {
    requires org.urdma4j.verbs;
}
