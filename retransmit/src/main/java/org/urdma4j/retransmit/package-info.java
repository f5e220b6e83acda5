package org.urdma4j.retransmit;
