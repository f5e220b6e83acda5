/** What came over the long link in one space of numbers, and the STATUS that tells of it. */
package org.urdma4j.gateway.received;
