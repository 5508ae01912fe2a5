/** 1 to 8, 16, 17, 21, 22, 26, 28 and 31. */
import './references-and-accounts.group.js';
import './completing.group.js';
import './numbers-and-names.group.js';
import './isolation-and-tokens.group.js';
import './due-dates.group.js';
import './webhook-outage.group.js';
