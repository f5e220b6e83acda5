package org.urdma4j.verbs;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Makes a verbs interface out of an object that has only the methods a test needs. */
final class Fakes {
    private Fakes() {}

    static <T> T as(Class<T> type, Object methods) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(), new Class<?>[] {type}, forwardTo(methods)));
    }

    private static InvocationHandler forwardTo(Object methods) {
        return (proxy, method, args) -> {
            Method target;
            try {
                target =
                        methods.getClass()
                                .getDeclaredMethod(method.getName(), method.getParameterTypes());
            } catch (NoSuchMethodException e) {
                if (method.isDefault()) {
                    return InvocationHandler.invokeDefault(proxy, method, args);
                }
                throw new UnsupportedOperationException(method + " is not expected here", e);
            }
            target.setAccessible(true);
            try {
                return target.invoke(methods, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
    }
}
