/** Goodput over loss in virtual time: both profiles beside TCP, each alone on the same path. */
package org.urdma4j.measure.beside;
