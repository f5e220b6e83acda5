/**
 * How sealed traffic looks from outside: packets of one length, in slots of one length
 * (docs/protection.md). Pure; called by the event loop only.
 */
package org.urdma4j.transport.shape;
