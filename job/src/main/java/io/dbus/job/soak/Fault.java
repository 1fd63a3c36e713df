package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

/**
 * One kind of trouble.
 *
 * @param name what it is, in a few words
 * @param strike makes it
 */
record Fault(String name, Strike strike) {
    Fault {
        requireNonNull(name, "name");
        requireNonNull(strike, "strike");
    }

    /** Makes a fault. */
    interface Strike {
        /** Returns when the trouble is made, and over where the fault is one that ends; what is then left to be put right is for the outcome's repair. */
        Outcome strike() throws Exception;
    }

    /** Puts right what is left, while the job recovers. */
    interface Repair {
        /** Returns when the next fault may come. */
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
