/**
 * The WAN lab: which paths and protocols are compared, what a run on each gave, and how it is
 * shown. The runs are those of {@code urdma bench} over {@code urdma wan}; what starts them is in
 * {@code bench.lab.host}.
 */
package org.urdma4j.lab;
