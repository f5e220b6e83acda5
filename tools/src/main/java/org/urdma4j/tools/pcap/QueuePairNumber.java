package org.urdma4j.tools.pcap;

import org.urdma4j.codec.ib.Bth;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the number of a queue pair as it is printed, or in decimal. */
final class QueuePairNumber implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        try {
            int number = Integer.decode(text);
            if ((number & ~Bth.QPN_MASK) == 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw new TypeConversionException("'" + text + "' is not a number of 24 bits");
    }
}
