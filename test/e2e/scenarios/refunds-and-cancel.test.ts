/** What goes back because the merchant, or an operator, wants it. */
import './refunds.group.js';
import './cancel.group.js';
