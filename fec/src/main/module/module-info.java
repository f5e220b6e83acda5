/** Forward error correction, without I/O, threads or clocks. */
module org.urdma4j.fec {
    exports org.urdma4j.fec;
}
