import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { count, url } from './fields.js';
import { type DkimSettings, fromOf, serverOf, type SmtpSettings } from './smtp-address.js';

export interface TermiiSettings {
  /** The address of the API: Termii gives each account its own. */
  readonly url: string;
  readonly apiKey: string;
  /** The approved name that an SMS comes from. */
  readonly senderId: string;
  /** `dnd` reaches phones that refuse advertising; Termii must have switched it on. */
  readonly route: 'dnd' | 'generic';
}

/** The ways by which people get messages. Null: nothing is sent by this way. */
export interface SenderSettings {
  readonly smtp: SmtpSettings | null;
  readonly sms: 'termii' | null;
  readonly termii: TermiiSettings | null;
  /** The addresses at which operators are notified of what waits for them; empty: none. */
  readonly operators: readonly string[];
  /** The secrets that sign the delivery reports of each dialect. The API needs no other part of these settings. */
  readonly reportSecrets: { readonly termii: string | null };
  /** A folder of templates that replace ours; null: ours. */
  readonly templates: string | null;
  /** The longest time that a receipt waits while the processors are busy. */
  readonly receiptsWaitMs: number;
}

const smtpServer = z.string().transform((text, context) => {
  const server = serverOf(text);
  if (server !== undefined) return server;
  // The message does not repeat the text, because it may hold a password.
  context.addIssue(
    'must be smtp://user:password@host:port or smtps://..., with %25 for a % in the password',
  );
  return z.NEVER;
});
const mailFrom = z.string().transform((text, context) => {
  const from = fromOf(text);
  if (from !== undefined) return from;
  context.addIssue('must be an e-mail address, or Name <address>');
  return z.NEVER;
});
/** Addresses, a comma between them. */
const mailList = z.string().transform((text, context) => {
  const parts = text.split(',').map((part) => part.trim());
  const addresses = parts.map((part) => fromOf(part)?.address);
  if (addresses.every((address) => address !== undefined)) return addresses;
  context.addIssue('must be e-mail addresses with a comma between them');
  return z.NEVER;
});
/** DKIM knows other keys, but nodemailer signs by RSA alone, and nobody believes a signature of fewer bits (RFC 8301). */
const pem = z.string().refine(
  (text) => {
    try {
      const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text);
      return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 1024;
    } catch {
      return false;
    }
  },
  { error: 'must be an RSA private key of 1024 bits or more, in PEM' },
);

/** The settings that are secrets, and may lie in files. */
export const senderSecrets = [
  'MANILLA_SMTP_URL',
  'MANILLA_DKIM_KEY',
  'MANILLA_TERMII_KEY',
  'MANILLA_TERMII_SECRET',
] as const;

export const senderFields = {
  MANILLA_SMTP_URL: smtpServer.optional(),
  MANILLA_MAIL_FROM: mailFrom.optional(),
  MANILLA_DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i, 'must be the name of a DNS record')
    .optional(),
  MANILLA_DKIM_KEY: pem.optional(),
  MANILLA_SMS: z.enum(['termii']).optional(),
  MANILLA_TERMII_URL: url(/^https?:$/, 'https://api.ng.termii.com').optional(),
  MANILLA_TERMII_KEY: z.string().min(1).optional(),
  MANILLA_TERMII_SECRET: z.string().min(1).optional(),
  MANILLA_TERMII_SENDER: z
    .string()
    .regex(/^[A-Za-z0-9 ]{3,11}$/, 'must be 3 to 11 letters and digits')
    .optional(),
  MANILLA_TERMII_ROUTE: z.enum(['dnd', 'generic']).default('dnd'),
  MANILLA_OPERATORS_MAIL: mailList.default([]),
  MANILLA_MESSAGE_TEMPLATES: z.string().min(1).optional(),
  MANILLA_RECEIPTS_WAIT_SECONDS: count(0, 600, 120),
};

const shape = z.object(senderFields);
type Fields = z.output<typeof shape>;

const together: readonly (readonly [whenSet: keyof Fields, needed: readonly (keyof Fields)[]])[] = [
  ['MANILLA_SMTP_URL', ['MANILLA_MAIL_FROM']],
  ['MANILLA_DKIM_SELECTOR', ['MANILLA_DKIM_KEY']],
  ['MANILLA_DKIM_KEY', ['MANILLA_DKIM_SELECTOR']],
  [
    'MANILLA_SMS',
    ['MANILLA_TERMII_URL', 'MANILLA_TERMII_KEY', 'MANILLA_TERMII_SECRET', 'MANILLA_TERMII_SENDER'],
  ],
];

/** Names each setting that must be set together with another one, and is not. */
export function refuseParts(env: Fields, context: z.core.$RefinementCtx): void {
  for (const [whenSet, needed] of together) {
    const missing =
      env[whenSet] === undefined ? [] : needed.filter((name) => env[name] === undefined);
    for (const name of missing) {
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `must be set together with ${whenSet}`,
      });
    }
  }
}

/** The settings of senders alone, for a command that needs nothing else. `problems` has a sentence for each variable that is wrong. */
export function readSenderSettings(
  values: NodeJS.ProcessEnv,
): { readonly settings: SenderSettings } | { readonly problems: readonly string[] } {
  const read = shape.superRefine(refuseParts).safeParse(values);
  if (read.success) return { settings: senderSettings(read.data) };
  return { problems: read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`) };
}

export function senderSettings(env: Fields): SenderSettings {
  const { MANILLA_SMTP_URL: server, MANILLA_MAIL_FROM: from } = env;
  return {
    smtp:
      server === undefined || from === undefined ? null : { ...server, from, dkim: dkimOf(env) },
    sms: env.MANILLA_SMS ?? null,
    termii: termiiOf(env),
    operators: env.MANILLA_OPERATORS_MAIL,
    reportSecrets: { termii: env.MANILLA_TERMII_SECRET ?? null },
    templates: env.MANILLA_MESSAGE_TEMPLATES ?? null,
    receiptsWaitMs: env.MANILLA_RECEIPTS_WAIT_SECONDS * 1_000,
  };
}

function dkimOf({ MANILLA_DKIM_SELECTOR, MANILLA_DKIM_KEY }: Fields): DkimSettings | null {
  if (MANILLA_DKIM_SELECTOR === undefined || MANILLA_DKIM_KEY === undefined) return null;
  return { selector: MANILLA_DKIM_SELECTOR, privateKey: MANILLA_DKIM_KEY };
}

function termiiOf(env: Fields): TermiiSettings | null {
  const { MANILLA_TERMII_URL, MANILLA_TERMII_KEY } = env;
  const { MANILLA_TERMII_SENDER, MANILLA_TERMII_ROUTE: route } = env;
  if (
    MANILLA_TERMII_URL === undefined ||
    MANILLA_TERMII_KEY === undefined ||
    MANILLA_TERMII_SENDER === undefined
  ) {
    return null;
  }
  return {
    url: MANILLA_TERMII_URL.replace(/\/+$/, ''),
    apiKey: MANILLA_TERMII_KEY,
    senderId: MANILLA_TERMII_SENDER,
    route,
  };
}
