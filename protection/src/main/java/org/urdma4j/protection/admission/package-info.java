/**
 * How those who ask share what there is for all of them: limits for an address, for a network and
 * in all. For whatever listens; each instance belongs to one thread or is guarded by who has it.
 */
package org.urdma4j.protection.admission;
