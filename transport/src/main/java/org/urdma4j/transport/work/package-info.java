/**
 * What carrying out requests has in common under all profiles: what a work request becomes on the
 * wire, the checks of one that arrives, and the completions of both sides. Called by the profiles,
 * on the event loop of their shard.
 */
package org.urdma4j.transport.work;
