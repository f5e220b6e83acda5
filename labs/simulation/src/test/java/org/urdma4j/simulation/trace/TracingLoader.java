package org.urdma4j.simulation.trace;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Loads the project's classes anew, such that those of the engine tell a {@link CallRecorder}. */
final class TracingLoader extends ClassLoader {
    private static final String OURS = "org.urdma4j.";
    private static final List<String> TRACED =
            List.of("transport.", "codec.", "congestion.", "retransmit.", "fec.", "protection.");
    private static final List<String> PACKETS =
            List.of("ReceivedPacket;", "UrdmaPacket;", "TransmitBatch;");
    private static final String SENDER =
            "org.urdma4j.simulation.host.SimulatedPort$Transmitter"; // where batches leave
    private static final ClassDesc RECORDER = ClassDesc.of(CallRecorder.class.getName());
    private static final MethodTypeDesc ENTER =
            MethodTypeDesc.of(
                    ConstantDescs.CD_void,
                    ConstantDescs.CD_String,
                    ConstantDescs.CD_String,
                    ConstantDescs.CD_boolean);
    private static final MethodTypeDesc EXIT = MethodTypeDesc.of(ConstantDescs.CD_void);

    TracingLoader() {
        super(TracingLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith(OURS) || name.equals(CallRecorder.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            boolean traced =
                    name.equals(SENDER)
                            || TRACED.stream().anyMatch(part -> name.startsWith(OURS + part));
            byte[] defined = traced ? traced(bytes) : bytes;
            return defineClass(name, defined, 0, defined.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private byte[] traced(byte[] bytes) {
        ClassFile files =
                ClassFile.of(
                        ClassFile.ClassHierarchyResolverOption.of(
                                ClassHierarchyResolver.ofResourceParsing(this)));
        ClassModel model = files.parse(bytes);
        String full = model.thisClass().asInternalName();
        String owner = full.substring(full.lastIndexOf('/') + 1);
        return files.transformClass(
                model,
                (builder, element) -> {
                    if (element instanceof MethodModel method && method.code().isPresent()) {
                        builder.transformMethod(
                                method,
                                (methods, part) -> {
                                    if (part instanceof CodeModel code) {
                                        methods.transformCode(code, telling(owner, method));
                                    } else {
                                        methods.with(part);
                                    }
                                });
                    } else {
                        builder.with(element);
                    }
                });
    }

    private static CodeTransform telling(String owner, MethodModel method) {
        String type = method.methodType().stringValue();
        String arguments = type.substring(0, type.indexOf(')'));
        boolean holds = PACKETS.stream().anyMatch(arguments::contains);
        return new CodeTransform() {
            @Override
            public void atStart(CodeBuilder code) {
                code.loadConstant(owner)
                        .loadConstant(method.methodName().stringValue())
                        .loadConstant(holds ? 1 : 0)
                        .invokestatic(RECORDER, "enter", ENTER);
            }

            @Override
            public void accept(CodeBuilder code, CodeElement element) {
                if (element instanceof ReturnInstruction) {
                    code.invokestatic(RECORDER, "exit", EXIT);
                }
                code.with(element);
            }
        };
    }
}
