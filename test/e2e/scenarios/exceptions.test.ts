/** 9 to 15, and every choice of every policy. */
import './part-over-late-duplicate.group.js';
import './several-payments.group.js';
import './policies.group.js';
import './decisions.group.js';
