/** Told when one of two people of a merchant may not decide yet (`why_not_two_of_team`). */
export const oneIsNew =
  'One of you two joined less than a day ago. Two people who have been here for a day must agree.';
