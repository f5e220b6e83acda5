/**
 * Answers over the long link: READ responses, atomic acknowledges, and of plain acknowledgements
 * the newest. The responder's gateway keeps copies, the requester's holds what comes behind a hole.
 */
package org.urdma4j.gateway.response;
