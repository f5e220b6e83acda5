package org.urdma4j.lab;

/**
 * One run.
 *
 * @param repeat from 0
 */
public record Trial(LabCell cell, Mix mix, int repeat) {}
