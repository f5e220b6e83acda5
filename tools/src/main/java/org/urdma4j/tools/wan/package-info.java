/**
 * {@code urdma wan}: a long, lossy path between two network namespaces, in wall-clock time, for
 * whatever runs in them. Options become a {@code WanConfig}; a {@code WanPath} is the running path;
 * text and JSON say what it did and whether its timing was good enough to count.
 */
package org.urdma4j.tools.wan;
