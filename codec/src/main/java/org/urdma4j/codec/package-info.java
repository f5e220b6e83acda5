package org.urdma4j.codec;
