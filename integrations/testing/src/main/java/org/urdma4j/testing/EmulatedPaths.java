package org.urdma4j.testing;

import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Several {@link EmulatedPath}s, as the compiler puts them together. */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ClassTemplate
@TestTemplate
@ExtendWith(EmulatedPathExtension.class)
public @interface EmulatedPaths {
    /** The paths, in the order in which tests run over them. */
    EmulatedPath[] value();
}
