/** What the two ends of a forwarded stream say to each other before its bytes, version 1. */
package org.urdma4j.forward.message;
