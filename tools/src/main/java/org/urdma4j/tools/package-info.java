package org.urdma4j.tools;
