/**
 * One payment by bank transfer from start to end, with nothing but sh, curl, sed and Node, to paste into a terminal in
 * the project's folder. `npm start` prints it, README.md holds it, and a test compares the two.
 *
 * No comments in it: an interactive zsh takes them for commands.
 *
 * @param file sandbox.json of the running stack
 */
export function curlSession(file: string): string {
  return String.raw`field() { sed -n 's/.*"'"$1"'": *"\([^"]*\)".*/\1/p'; }
API=$(field baseUrl < ${file})/api/v1; REF=ORD-$(date +%s); SECRET=whsec_$(head -c 32 /dev/urandom | base64)
call() { curl -s -H 'content-type: application/json' -H "authorization: Bearer $TOKEN" "$@"; echo; }
ID=$(field clientId < ${file}); KEY=$(field clientSecret < ${file}); PREFIX=$(field prefix < ${file})
TOKEN=$(call $API/merchant/authenticate -d '{"clientId":"'$ID'","clientSecret":"'$KEY'"}' | field access_token)
node scripts/listen.mjs 4040 "$SECRET" --once &
call $API/webhooks/notification-url -d '{"url":"http://127.0.0.1:4040/hook","secret":"'$SECRET'"}'
PAGE=$(call $API/checkout/initiate -d '{"email":"ada@example.ng","phoneNumber":"08031234567","firstName":"Ada","lastName":"Obi","amount":1000000,"paymentReference":"'$REF'","channels":["Bank"]}' | tee /dev/stderr | field checkoutUrl)
ACCOUNT=$(call $API/checkout/create-account -d '{"paymentReference":"'$REF'","prefix":"'$PREFIX'","validity":30,"amount":1000000}' | field accountNumber); echo "pay 10,000.00 naira into $ACCOUNT"
CODE=$(call $API/checkout/query/$REF | field accessCode)
call $API/sandbox/inward-credit -d '{"accountNumber":"'$ACCOUNT'","amount":1000000}'
call $API/checkout/complete-checkout -w ' HTTP %{http_code}' -H 'Prefer: wait=20' -d '{"paymentChannel":"Bank","account":"'$ACCOUNT'","amount":1000000,"paymentReference":"'$REF'","accessCode":"'$CODE'"}'
wait; echo "the customer's page, with the receipt: $PAGE"`;
}
