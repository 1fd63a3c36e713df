package io.dbus.job.cluster;

/**
 * The slots of a cluster. A job takes one for each lane.
 *
 * @param taskManagers how many TaskManagers there are
 * @param total how many slots they have
 * @param free how many of these no job holds
 * @param onDemand whether the cluster starts TaskManagers for whoever wants slots
 */
public record Slots(int taskManagers, int total, int free, boolean onDemand) {
    /** Such as "the cluster has 2 of 6 slots free". */
    public String words() {
        return total == 0
                ? "the cluster has no TaskManager"
                : "the cluster has " + free + " of " + total + " slots free";
    }
}
