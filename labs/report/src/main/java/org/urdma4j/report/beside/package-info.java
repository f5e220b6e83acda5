/** Goodput over loss, both profiles beside TCP, as a picture. */
package org.urdma4j.report.beside;
