/** Names are what histories and pages show. */
export const operatorNamePattern = /^\p{L}[\p{L}\p{N} .'-]{0,99}$/u;
