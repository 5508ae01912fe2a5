// `node scripts/listen.mjs PORT SECRET [--once]`: a merchant's webhook receiver to try things with. Checks both signatures of what
// arrives and says so in one line, until Ctrl-C; with `--once` until the first event that ends a checkout. Runs on Node 20 with
// built-ins only.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const [port, secret = '', once] = process.argv.slice(2);
const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
if (!port || key.length === 0 || (once !== undefined && once !== '--once')) {
  console.error('usage: node scripts/listen.mjs PORT whsec_SECRET [--once]');
  process.exit(2);
}

function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
  const v1 = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const sha512 = createHmac('sha512', key).update(body).digest('hex');
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  return (
    isFresh &&
    equal(headers['webhook-signature'], `v1,${v1}`) &&
    equal(headers['x-notification-signature'], sha512)
  );
}

function equal(given = '', expected) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function lineOf({ type, data = {} }) {
  const { status, amountAccepted } = data;
  const reference = data.refundReference ?? data.settlementReference ?? data.paymentReference;
  const told = [
    reference && status && `${reference} is ${status}`,
    amountAccepted !== undefined && `amountAccepted ${amountAccepted}`,
  ].filter(Boolean);
  return `webhook ${type}${told.length > 0 ? `: ${told.join(', ')}` : ''} (signatures verified)`;
}

const server = createServer({ requestTimeout: 15_000 }, async (request, response) => {
  try {
    // Node reads no more than this header says.
    const isShort = Number(request.headers['content-length']) <= 1_000_000;
    if (!isShort) return response.writeHead(413, { connection: 'close' }).end();
    const body = await buffer(request);
    const verified = isSigned(request.headers, body);
    response.writeHead(verified ? 204 : 401).end();
    const event = verified ? JSON.parse(body.toString('utf8')) : undefined;
    console.log(event ? lineOf(event) : 'webhook refused: its signature is not by this secret');
    if (once && event?.type.startsWith('checkout.')) server.close(() => process.exit(0));
    server.closeIdleConnections();
  } catch (error) {
    console.error(`a request was given up: ${error.message}`);
    response.destroy();
  }
});
server.listen(Number(port), '127.0.0.1');
if (once) {
  setTimeout(() => {
    console.error('no webhook that ends a checkout has arrived within 120 seconds');
    process.exit(1);
  }, 120_000).unref();
}
