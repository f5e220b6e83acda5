/** A receiver schedules its link: how many bytes each sender may have sent. */
package org.urdma4j.leafspine.grant;
