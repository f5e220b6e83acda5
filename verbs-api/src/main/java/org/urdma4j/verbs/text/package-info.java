/**
 * Text of others as it may be shown to people: {@link org.urdma4j.verbs.text.ForeignText}. Called
 * wherever bytes of a peer become text. Any thread.
 */
package org.urdma4j.verbs.text;
