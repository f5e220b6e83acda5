/** By which of several cables a packet leaves a switch. */
package org.urdma4j.leafspine.balance;
