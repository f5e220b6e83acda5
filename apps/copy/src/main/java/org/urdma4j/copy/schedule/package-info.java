/**
 * When a copy moves data, and how fast: {@link org.urdma4j.copy.schedule.Windows} of the day,
 * {@link org.urdma4j.copy.schedule.PathHistory} of what the path had at each hour, and the {@link
 * org.urdma4j.copy.schedule.Pace} that still arrives by a deadline. Pure.
 */
package org.urdma4j.copy.schedule;
