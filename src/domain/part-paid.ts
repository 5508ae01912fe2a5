/** The amounts of a checkout that is paid in part, as decimal strings of minor units. */
export interface PartPaid {
  readonly paidMinor: string;
  readonly dueMinor: string;
}
