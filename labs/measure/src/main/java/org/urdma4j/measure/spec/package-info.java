/**
 * What a run between two hosts is: {@code RunSpec}, made from the command line by the client and
 * sent to the server, so that both ends do the same. Immutable, and checked wherever it comes from.
 */
package org.urdma4j.measure.spec;
