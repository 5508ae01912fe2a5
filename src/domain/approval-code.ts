/**
 * The code that a provider sends us by e-mail or SMS to learn whether we want a transfer. One operator types the code,
 * another confirms it, and it goes to the provider once.
 */

/** All providers that we know of use digits. Letters are let through, because the provider judges the code, not we. */
export const approvalCodePattern = /^[0-9A-Za-z]{4,12}$/;

/** A typed code is forgotten after this time: codes of providers live no longer. */
export const approvalCodeMinutes = 10;
