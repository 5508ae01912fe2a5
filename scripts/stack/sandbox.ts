import { renameSync, writeFileSync } from 'node:fs';
import type { SandboxMerchant } from './programs.ts';
import type { Stack } from './stack.ts';
import { urlsOf } from './start-stack.ts';

/** `.manilla/sandbox.json`: how to reach the running stack as its sandbox merchant. */
export interface Sandbox extends SandboxMerchant {
  readonly baseUrl: string;
  readonly temporalUi: string;
}

/** Writes sandbox.json (it holds a secret: mode 0600) and returns what it holds. */
export function writeSandbox(stack: Stack, merchant: SandboxMerchant): Sandbox {
  const { clientId, clientSecret, merchantId, prefix } = merchant;
  const { api: baseUrl, ui: temporalUi } = urlsOf(stack);
  const sandbox = { baseUrl, clientId, clientSecret, merchantId, prefix, temporalUi };
  const file = stack.layout.sandbox;
  writeFileSync(`${file}.new`, `${JSON.stringify(sandbox, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return sandbox;
}

/** What `npm start` prints: addresses and a payment to paste into a terminal. */
export function describeSandbox(sandbox: Sandbox, stack: Stack): string {
  const { baseUrl, temporalUi } = sandbox;
  return `
  API          ${baseUrl}           docs ${baseUrl}/docs
  Temporal UI  ${temporalUi}/namespaces/${stack.namespace}/workflows
  Temporal     ${stack.temporalAddress} (namespace ${stack.namespace})
  PostgreSQL   127.0.0.1:${stack.ports.postgres} (database manilla; password in ${stack.layout.dataDir}/secrets.json)
  logs         ${stack.layout.logs}

A whole payment, to paste into another terminal:

${curlSession(sandbox)}
`;
}

/** One payment by bank transfer, start to end, with nothing but sh, curl and sed. */
function curlSession({ baseUrl, clientId, clientSecret, prefix }: Sandbox): string {
  return `  API=${baseUrl}/api/v1; REF=ORD-$(date +%s)
  call() { curl -s -H 'content-type: application/json' -H "authorization: Bearer $TOKEN" "$@"; echo; }
  field() { sed -n 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/p'; }
  TOKEN=$(call $API/merchant/authenticate -d '{"clientId":"${clientId}","clientSecret":"${clientSecret}"}' | field access_token)
  call $API/checkout/initiate -d '{"email":"ada@example.ng","phoneNumber":"08031234567","firstName":"Ada","lastName":"Obi","amount":1000000,"paymentReference":"'$REF'","channels":["Bank"]}'
  ACCOUNT=$(call $API/checkout/create-account -d '{"paymentReference":"'$REF'","prefix":"${prefix}","validity":30,"amount":1000000}' | field accountNumber); echo "pay 10,000.00 naira to $ACCOUNT"
  call $API/sandbox/inward-credit -d '{"accountNumber":"'$ACCOUNT'","amount":1000000}'
  CODE=$(call $API/checkout/query/$REF | field accessCode)
  call $API/checkout/complete-checkout -H 'Prefer: wait=20' -d '{"paymentChannel":"Bank","account":"'$ACCOUNT'","amount":1000000,"paymentReference":"'$REF'","accessCode":"'$CODE'"}'`;
}
