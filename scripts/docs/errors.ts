import { reasons, resultCodes, success } from '../../src/domain/result-code.ts';
import { page, table } from './page.ts';

const source = 'src/domain/result-code.ts';

const intro = `Every reply has the same envelope, whatever went wrong:

\`\`\`json
{
  "isSuccessful": false,
  "code": "13",
  "message": "amount must be 1000000 kobo (₦10,000.00).",
  "data": {
    "reason": "AMOUNT_MISMATCH",
    "retryable": false,
    "errors": [
      { "field": "amount", "rule": "oneOf", "message": "amount must be 1000000 kobo (₦10,000.00)" }
    ],
    "amountExpected": 1000000,
    "acceptableAmounts": [1000000],
    "docs": "/docs/errors#AMOUNT_MISMATCH"
  }
}
\`\`\`

- \`code\` is of the NIP / ISO 8583 field-39 family. \`isSuccessful\` is true exactly when it is \`"${success.code}"\`.
- HTTP **200 only with \`"00"\`**; **202 only with a pending code** (\`01\`, \`02\`, \`09\`); 4xx and 5xx for all the rest.
- \`reason\` is the stable name a program switches on. \`message\` is for people and may change.
- A payment that was declined is **402**, never 200.
- \`retryable\` says whether the same call may succeed when it is made again.
- Some reasons carry more in \`data\`, such as the amounts here; \`openapi.json\` names these fields for each operation.`;

/** docs/errors.md: every reason the API gives, ordered by HTTP status and code. */
export function errorsPage(): string {
  const rows = reasons
    .map((reason) => ({ reason, ...resultCodes[reason] }))
    .toSorted((a, b) => a.httpStatus - b.httpStatus || Number(a.code) - Number(b.code))
    .map(({ reason, httpStatus, code, message, retryable, advice }) => [
      String(httpStatus),
      code,
      `\`${reason}\``,
      message,
      retryable ? 'yes' : 'no',
      advice,
    ]);
  return page(
    'Result codes',
    source,
    intro,
    table(
      ['HTTP', 'code', 'reason', 'message', 'retryable', 'what to do'],
      [[String(success.httpStatus), success.code, '', success.message, '', ''], ...rows],
    ),
    '401 also sends `WWW-Authenticate`. 429 and 503 send `Retry-After`.',
  );
}
