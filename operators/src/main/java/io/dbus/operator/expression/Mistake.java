package io.dbus.operator.expression;

import dev.cel.common.CelErrorCode;
import dev.cel.common.exceptions.CelRuntimeException;

/** What an expression does with values that cannot be done; CEL adds the place in the expression. */
class Mistake extends CelRuntimeException {
    private static final long serialVersionUID = 1L;

    Mistake(String message) {
        super(new IllegalArgumentException(message), CelErrorCode.INVALID_ARGUMENT);
    }
}
