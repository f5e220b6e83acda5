/**
 * A long, lossy path between two network namespaces, in wall-clock time, for whatever runs in them.
 * A {@code WanPath} is the running path that a {@code WanConfig} describes; a {@code Verdict} says
 * whether its timing was good enough to count.
 */
package org.urdma4j.wan;
