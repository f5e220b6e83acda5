package org.urdma4j.dist.site;

import java.util.List;

/**
 * A page of Markdown as HTML.
 *
 * @param title its first heading
 * @param html what stands in the page
 * @param sections one for each heading, in their order
 */
record Page(String title, String html, List<Section> sections) {
    /**
     * What stands below a heading, up to the next one.
     *
     * @param id the heading's anchor
     * @param level 1 to 6
     * @param heading without markup
     * @param text without markup
     */
    record Section(String id, int level, String heading, String text) {}
}
