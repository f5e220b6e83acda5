/** What sealed packets look like from outside: of one length, at one rate, with chaff. */
package org.urdma4j.protection.shape;
