package org.urdma4j.testing;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Runs tests over each path, and gives them its ends. */
final class EmulatedPathExtension
        implements ClassTemplateInvocationContextProvider,
                TestTemplateInvocationContextProvider,
                ParameterResolver,
                AfterEachCallback {
    /** The configuration parameter of JUnit, or system property, that repeats a test. */
    static final String SEED = "urdma.path.seed";

    private static final Namespace NAMESPACE = Namespace.create(EmulatedPathExtension.class);

    /** Under which the path of an invocation is kept: a method's own, or that of its class. */
    enum Key {
        METHOD,
        CLASS
    }

    record Invocation(PathSpec path, Key key)
            implements ClassTemplateInvocationContext, TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            return "[%d] %s".formatted(index, path.text());
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of();
        }

        @Override
        public void prepareInvocation(ExtensionContext context) {
            context.getStore(NAMESPACE).put(key, path);
        }
    }

    private static List<EmulatedPath> paths(AnnotatedElement annotated) {
        return AnnotationSupport.findRepeatableAnnotations(annotated, EmulatedPath.class);
    }

    private static Stream<Invocation> invocations(AnnotatedElement annotated, Key key) {
        List<PathSpec> read = paths(annotated).stream().map(PathSpec::of).toList(); // all, or none
        return read.stream().map(path -> new Invocation(path, key));
    }

    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
        return !paths(context.getRequiredTestClass()).isEmpty();
    }

    @Override
    public Stream<Invocation> provideClassTemplateInvocationContexts(ExtensionContext context) {
        return invocations(context.getRequiredTestClass(), Key.CLASS);
    }

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return !paths(context.getRequiredTestMethod()).isEmpty();
    }

    @Override
    public Stream<Invocation> provideTestTemplateInvocationContexts(ExtensionContext context) {
        return invocations(context.getRequiredTestMethod(), Key.METHOD);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == PathEnds.class;
    }

    @Override
    public PathEnds resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException(
                    "PathEnds are those of one test: take them in it, in @BeforeEach or in"
                            + " @AfterEach");
        }
        Store store = context.getStore(NAMESPACE);
        boolean own = !paths(context.getRequiredTestMethod()).isEmpty();
        PathSpec path = store.get(own ? Key.METHOD : Key.CLASS, PathSpec.class);
        if (path == null) {
            throw new ParameterResolutionException(
                    "this test has no path: @EmulatedPath on a method takes the place of @Test,"
                            + " @RepeatedTest and @ParameterizedTest; to combine them, put it on the"
                            + " class");
        }
        return store.computeIfAbsent(
                PathEnds.class, _ -> new PathEnds(path, seed(path, context)), PathEnds.class);
    }

    private static long seed(PathSpec path, ExtensionContext context) {
        return context.getConfigurationParameter(SEED)
                .map(EmulatedPathExtension::parseSeed)
                .orElseGet(() -> path.seed().orElseGet(() -> new SplittableRandom().nextLong()));
    }

    private static long parseSeed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new ExtensionConfigurationException(
                    "%s is a whole number of 64 bits, not \"%s\"".formatted(SEED, text), e);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        PathEnds ends = context.getStore(NAMESPACE).get(PathEnds.class, PathEnds.class);
        if (ends != null) {
            context.getExecutionException()
                    .ifPresent(failure -> failure.addSuppressed(new FailedOverPath(ends)));
        }
    }
}
