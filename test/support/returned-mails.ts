/** The id that mails come back with, unless it is said otherwise. */
export const returnedId = 'msg_01M8CKVVP5F3T9Y8EJCBJ6JTTP';

interface Dsn {
  readonly action?: string;
  readonly status?: string;
  readonly diagnostic?: string;
  readonly envelopeId?: string;
  readonly returnedType?: string;
  /** The Message-ID of the mail that comes back; null: nothing comes back with it. */
  readonly returned?: string | null;
}

/** A bounce as Postfix writes it. */
export function dsn({
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 <ada@example.ng>: no such user',
  envelopeId,
  returnedType = 'message/rfc822',
  returned = `${returnedId}@shop.example.ng`,
}: Dsn = {}): string {
  const original = `Message-ID: <${returned}>\nFrom: pay@shop.example.ng\nTo: ada@example.ng\nSubject: Receipt\n\nYou have paid.`;
  return report('delivery-status', [
    ['text/plain; charset=us-ascii', 'This is the mail system at host mx.example.ng.'],
    [
      'message/delivery-status',
      [
        'Reporting-MTA: dns; mx.example.ng',
        ...(envelopeId === undefined ? [] : [`Original-Envelope-Id: ${envelopeId}`]),
        '',
        'Final-Recipient: rfc822; ada@example.ng',
        `Action: ${action}`,
        `Status: ${status}`,
        `Diagnostic-Code: ${diagnostic}`,
      ].join('\n'),
    ],
    ...(returned === null ? [] : [[returnedType, original] as const]),
  ]);
}

/** What a mailbox provider sends when its reader says that a mail is spam. */
export function complaint(kind: string, messageId = returnedId): string {
  return report('feedback-report', [
    ['text/plain', 'This is an email abuse report.'],
    [
      'message/feedback-report',
      `Feedback-Type: ${kind}\nUser-Agent: SomeGenerator/1.0\nVersion: 1`,
    ],
    [
      'message/rfc822',
      `Message-ID: <${messageId}@shop.example.ng>\nSubject: Receipt\n\nYou have paid.`,
    ],
  ]);
}

function report(type: string, parts: readonly (readonly [string, string])[]): string {
  const head = [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example.ng',
    'To: pay@shop.example.ng',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="=_b"`,
  ];
  const body = parts.map(([of, text]) => `--=_b\nContent-Type: ${of}\n\n${text}\n`);
  return `${head.join('\n')}\n\n${body.join('\n')}\n--=_b--\n`;
}
