package io.dbus.embedded;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/** What {@link RequiresServers} promises. */
final class RequiresServersExtension
        implements ExecutionCondition, TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {
    private static final Namespace NAMESPACE = Namespace.create(RequiresServersExtension.class);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<RequiresServers> annotation = context.getTestMethod().isPresent()
                ? Optional.empty()
                : context.getTestClass().flatMap(type -> AnnotationSupport.findAnnotation(type, RequiresServers.class));
        List<ServerKind> kinds =
                annotation.map(found -> Arrays.asList(found.value())).orElse(List.of());
        for (ServerKind kind : kinds) {
            try {
                kind.requireAvailable();
            } catch (ServerUnavailableException e) {
                if (serversAreRequired()) {
                    throw e;
                }
                note(context, e);
                return ConditionEvaluationResult.disabled(e.getMessage());
            }
        }
        return ConditionEvaluationResult.enabled("its servers are to be had");
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw judged(context, failure);
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw judged(context, failure);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw judged(context, failure);
    }

    private static Throwable judged(ExtensionContext context, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ServerUnavailableException unavailable && !serversAreRequired()) {
                note(context, unavailable);
                return new TestAbortedException(unavailable.getMessage(), unavailable);
            }
        }
        List<String> logs = SupervisedProcess.liveLogs();
        if (!logs.isEmpty() && !(failure instanceof TestAbortedException)) {
            failure.addSuppressed(new LogsOfServers(String.join(", ", logs)));
        }
        return failure;
    }

    private static boolean serversAreRequired() {
        return Boolean.parseBoolean(System.getProperty("dbus.embedded.required", System.getenv("CI")));
    }

    private static void note(ExtensionContext context, ServerUnavailableException reason) {
        context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(Skipped.class, type -> new Skipped(), Skipped.class)
                .add(context, reason);
    }

    /** Closed by JUnit at the end of the run. */
    private static final class Skipped implements AutoCloseable {
        private final Map<String, Set<String>> testsByReason = new TreeMap<>();

        private synchronized void add(ExtensionContext context, ServerUnavailableException reason) {
            String test = context.getRequiredTestClass().getSimpleName()
                    + context.getTestMethod()
                            .map(method -> "." + method.getName())
                            .orElse("");
            testsByReason
                    .computeIfAbsent(reason.getMessage(), text -> new TreeSet<>())
                    .add(test);
        }

        @Override
        public synchronized void close() {
            testsByReason.forEach((reason, tests) ->
                    System.out.println("SKIPPED " + String.join(", ", tests) + ": " + reason.replace('\n', ' ')));
        }
    }

    /** Hangs on a failure for its message alone. */
    private static final class LogsOfServers extends Exception {
        private static final long serialVersionUID = 1L;

        private LogsOfServers(String logs) {
            super("the servers that run log to " + logs, null, false, false);
        }
    }
}
