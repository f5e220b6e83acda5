package org.urdma4j.verbs;
