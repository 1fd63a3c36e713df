package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import java.util.function.BooleanSupplier;

/**
 * One kind of trouble.
 *
 * @param name what it is, in a few words
 * @param possible whether it can be made as things are
 * @param strike makes it
 */
record Fault(String name, BooleanSupplier possible, Strike strike) {
    Fault {
        requireNonNull(name, "name");
        requireNonNull(possible, "possible");
        requireNonNull(strike, "strike");
    }

    /** One that is possible at any time. */
    static Fault always(String name, Strike strike) {
        return new Fault(name, () -> true, strike);
    }

    /** Makes a fault. */
    interface Strike {
        /** Returns when the trouble is there, and over if it is one that ends by itself. */
        Outcome strike() throws Exception;
    }

    /** Puts right what is left, while the job recovers. */
    interface Repair {
        /** Returns when all is put right. */
        void repair() throws Exception;
    }

    /**
     * A fault that was made.
     *
     * @param what what exactly was done, to which server
     * @param repair what is left to be put right
     */
    record Outcome(String what, Repair repair) {
        Outcome {
            requireNonNull(what, "what");
            requireNonNull(repair, "repair");
        }

        /** One that leaves nothing to be put right. */
        static Outcome of(String what) {
            return new Outcome(what, () -> {});
        }
    }
}
