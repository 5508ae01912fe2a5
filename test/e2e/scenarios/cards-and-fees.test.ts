/** 18, 19 and 29, and what is taken back. */
import './cards.group.js';
import './fees.group.js';
import './taken-back.group.js';
