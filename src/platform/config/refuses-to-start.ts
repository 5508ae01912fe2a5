/**
 * Thrown when a program cannot start, for a reason that its operator can put right. The message says all there is to
 * know.
 */
export class RefusesToStart extends Error {}
