/** The way the books and the rails treat a payment channel. */
interface ChannelRow {
  /** The name that merchants use. */
  readonly name: string;
  /** Other names that merchants use for the channel, in small letters and without spaces. */
  readonly aliases: readonly string[];
  /**
   * TRANSFER: the payer sends money to an account number, and a refund is a transfer to an account. CHARGE: an acquirer charges
   * the payer, and a refund goes back to the charge.
   */
  readonly kind: 'TRANSFER' | 'CHARGE';
  /** The account of the books in which received money lies. */
  readonly poolAccount: string;
  readonly incomeAccount: string;
  /** The account of the books from which refunds leave. */
  readonly refundAccount: string;
  /** The earliest settlement of its money, whatever the merchant's schedule. */
  readonly earliestDue: 'T0' | 'T2';
  /** False for the channel that most checkouts are paid by: a mark for each of them would cost a row. */
  readonly isMarked: boolean;
}

/** The ways to pay. The migrator copies them into the table `channel`. */
export const channels = [
  {
    name: 'Bank',
    aliases: ['banktransfer', 'transfer'],
    kind: 'TRANSFER',
    poolAccount: '1100',
    incomeAccount: '4100',
    refundAccount: '1110',
    earliestDue: 'T0',
    isMarked: false,
  },
  {
    name: 'Card',
    aliases: [],
    kind: 'CHARGE',
    poolAccount: '1200',
    incomeAccount: '4110',
    refundAccount: '1200',
    earliestDue: 'T2',
    isMarked: true,
  },
] as const satisfies readonly ChannelRow[];

export type ChannelName = (typeof channels)[number]['name'];

export const channelNames: readonly ChannelName[] = channels.map(({ name }) => name);

/** The choices of channels, for a sentence. */
export const channelChoice = channelNames.toReversed().join(' or ');

/** The channel of virtual accounts. */
export const accountChannel: ChannelName = 'Bank';

/** Tells whether the payer is charged, and a refund goes back to the charge rather than to an account. */
export function isCharged(name: string): boolean {
  return channels.some((channel) => channel.name === name && channel.kind === 'CHARGE');
}

const named: ReadonlyMap<string, ChannelName> = new Map(
  channels.flatMap(({ name, aliases }) =>
    [name.toLowerCase(), ...aliases].map((each) => [each, name] as const),
  ),
);

/** The channel a caller means, in any case and by its common names; undefined when it is none. */
export function channelOf(name: unknown): ChannelName | undefined {
  if (typeof name !== 'string' || name.length > 32) return undefined;
  return named.get(name.toLowerCase().replace(/[ _-]/g, ''));
}
