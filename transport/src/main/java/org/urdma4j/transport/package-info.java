package org.urdma4j.transport;
