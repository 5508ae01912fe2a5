import { merchantReasons, operatorReasons, type Reason } from '../../src/domain/reason.ts';
import { resultCodes, success } from '../../src/domain/result-code.ts';
import { page, table } from './page.ts';

const source = 'src/domain/result-code.ts';

const intro = `When a request fails, the reply says why and what you can do:

\`\`\`http
POST /api/v1/checkout/create-account

{"paymentReference": "ORD-1001", "prefix": "501", "validity": 30, "amount": 900000}
\`\`\`

\`\`\`http
HTTP/1.1 400 Bad Request

{
  "isSuccessful": false,
  "code": "13",
  "data": {
    "reason": "AMOUNT_MISMATCH",
    "retryable": false,
    "errors": [{ "field": "amount" }],
    "amountExpected": 1000000,
    "docs": "/docs/errors#AMOUNT_MISMATCH"
  }
}
\`\`\`

| field | meaning |
| --- | --- |
| \`code\` | Two digits, as on the Nigerian bank network (NIP). \`"${success.code}"\` means success, and nothing else does. |
| \`message\` | A sentence for people. It can change. |
| \`data.reason\` | The name that your program should look at. It never changes. New reasons can come. |
| \`data.retryable\` | Whether the same request can succeed later. |
| \`data.errors\` | The fields that are wrong. |
| \`data.docs\` | The line of the table below. |

Some reasons have more fields in \`data\`, such as \`amountExpected\` here. [openapi.json](../openapi.json) names them for each operation.

- HTTP 200 comes only with \`"00"\`. HTTP 202 comes with \`"00"\` for what was accepted and is under way, and with \`01\`, \`02\` or \`09\` for an outcome that is not decided. All other codes come with 4xx or 5xx.
- A declined payment is 402, never 200.
- 401 also sends \`WWW-Authenticate\`. 429 and 503 also send \`Retry-After\`.

\`GET /api/v1/errors\` returns this table as data.`;

const heads = ['HTTP', 'code', 'reason', 'message', 'try again?', 'what to do'];

/** docs/errors.md: every reason the merchants' API gives, ordered by HTTP status and code. */
export function errorsPage(): string {
  const none = [String(success.httpStatus), success.code, '', success.message, '', ''];
  return page('Result codes', source, intro, table(heads, [none, ...rowsOf(merchantReasons)]));
}

/** docs/operator-errors.md: the reasons that only the operators' API gives. */
export function operatorErrorsPage(): string {
  const words = `The operators' API (\`/ops/v1\`) answers as the merchants' API does, with the same [result codes](errors.md) and these:`;
  return page('Result codes for operators', source, words, table(heads, rowsOf(operatorReasons)));
}

function rowsOf(reasons: readonly Reason[]): string[][] {
  return reasons
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
}
