package org.urdma4j.copy.tree;

/**
 * Which extended attributes are looked at: what has another name is neither read nor changed.
 *
 * @param acls access control lists, which Linux has as attributes
 * @param user what users have set
 * @param others those of security modules and of root
 */
public record XattrKinds(boolean acls, boolean user, boolean others) {
    /** No attribute. */
    public static final XattrKinds NONE = new XattrKinds(false, false, false);

    /** Begins the names of access control lists: who may use a file, and what new ones get. */
    static final String ACL = "system.posix_acl_";

    private static final String SYSTEM = "system.";
    private static final String USER = "user.";

    /**
     * Returns those that an end keeps.
     *
     * @param privileged whether it acts as root
     */
    public static XattrKinds of(Preserve preserve, boolean privileged) {
        return new XattrKinds(preserve.acls(), preserve.xattrs(), preserve.xattrs() && privileged);
    }

    /** Returns whether an attribute is one of them. */
    public boolean has(String name) {
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            return false;
        }
        if (name.startsWith(SYSTEM)) {
            return acls && (name.equals(ACL + "access") || name.equals(ACL + "default"));
        }
        return name.startsWith(USER) ? user : others;
    }

    boolean isNone() {
        return !acls && !user && !others;
    }
}
