/**
 * What a gateway sent over the long link in one space of numbers, requests or answers: copies of
 * it, the MARKs that tell of it, and how the holes that a STATUS names are filled.
 */
package org.urdma4j.gateway.sent;
