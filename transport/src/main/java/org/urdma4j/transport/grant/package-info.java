/**
 * How much may be sent: a receiver schedules its port, and the sender keeps to what it was granted.
 * Arithmetic on totals and on times passed in; docs/grants.md has the rules.
 */
package org.urdma4j.transport.grant;
