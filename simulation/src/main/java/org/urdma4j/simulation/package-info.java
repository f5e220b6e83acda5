package org.urdma4j.simulation;
