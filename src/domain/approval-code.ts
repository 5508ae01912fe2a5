/**
 * The code by which a provider knows that somebody of ours wants a transfer: it has sent it to us by e-mail or SMS. An operator types
 * it, another confirms it, and it goes to the provider once.
 */

/** Digits at every provider that we know of; letters are let through, because the provider judges a code and not we. */
export const approvalCodePattern = /^[0-9A-Za-z]{4,12}$/;

/** A code that was typed is forgotten after so long: those of providers live no longer. */
export const approvalCodeMinutes = 10;
