import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What anybody can send to a merchant's server. Each ends when the server has answered or closed, or the attacker hangs up. */

const post = 'POST /hook HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n';
/** As long as a real one. */
const foreign = `v1,${'\u00e9'.repeat(44)}`;

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // That the server resets the connection is one of its answers.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends what there is to send, then waits for the server to answer or to close. */
async function send(port: number, ...parts: readonly string[]): Promise<string> {
  const socket = await open(port);
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data: Buffer) => resolve(data.toString('latin1').slice(0, 12)));
    socket.once('close', () => resolve('closed'));
  });
  for (const part of parts) socket.write(Buffer.from(part, 'latin1'));
  try {
    return await answer;
  } finally {
    socket.destroy();
  }
}

async function hangUp(port: number, text: string): Promise<string> {
  const socket = await open(port);
  await new Promise((sent) => void socket.write(text, sent));
  socket.destroy();
  return 'hung up';
}

/** More and more of a body that has no end, until the server closes. */
async function sendForever(port: number): Promise<string> {
  const socket = await open(port);
  let answer = 'closed';
  socket.once('data', (data: Buffer) => (answer = data.toString('latin1').slice(0, 12)));
  socket.write(`${post}transfer-encoding: chunked\r\n\r\n`);
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
  for (let sent = 0; sent < 200 && !socket.destroyed && socket.writable; sent += 1) {
    await new Promise<void>((done) => {
      socket.once('close', done);
      socket.write(chunk, () => {
        socket.off('close', done);
        done();
      });
    });
  }
  socket.destroy();
  return answer;
}

export const attacks: Readonly<Record<string, (port: number) => Promise<string>>> = {
  'hangs up in the middle of a body': (port) =>
    hangUp(port, `${post}content-length: 1000\r\n\r\n{"half":`),
  'hangs up in the middle of a chunk': (port) =>
    hangUp(port, `${post}transfer-encoding: chunked\r\n\r\n100\r\n{"half":`),
  'hangs up in the middle of the headers': (port) => hangUp(port, post),
  'hangs up at once': (port) => hangUp(port, ''),
  'announces 100 GB': (port) => send(port, `${post}content-length: 100000000000\r\n\r\n{}`),
  'sends 50 MB': (port) =>
    send(port, `${post}content-length: 50000000\r\n\r\n`, 'x'.repeat(50_000_000)),
  'sends without end': sendForever,
  'sends no HTTP': (port) => send(port, '\x00\xff\x16\x03\x01 no HTTP\r\n\r\n'),
  'sends no JSON': (port) => send(port, `${post}content-length: 9\r\n\r\n\xff{no JSON`),
  'sends nothing': (port) => send(port, `${post}content-length: 0\r\n\r\n`),
  'sends a length that is none': (port) => send(port, `${post}content-length: -1\r\n\r\n`),
  'signs with other letters': (port) =>
    send(
      port,
      `${post}webhook-id: evt_1\r\nwebhook-timestamp: ${Math.floor(Date.now() / 1_000)}\r\n`,
      `webhook-signature: ${foreign}\r\nx-notification-signature: ${'\u00e9'.repeat(128)}\r\n`,
      'content-length: 2\r\n\r\n{}',
    ),
  'signs at no time': (port) =>
    send(
      port,
      `${post}webhook-id: evt_1\r\nwebhook-timestamp: ${'9'.repeat(5_000)}\r\n`,
      'webhook-signature: v1,\r\ncontent-length: 2\r\n\r\n{}',
    ),
  'asks for an address that is none': (port) => send(port, 'GET // HTTP/1.1\r\nhost: shop\r\n\r\n'),
  'asks for an address of somebody else': (port) =>
    send(port, 'GET http://[/ HTTP/1.1\r\nhost: shop\r\n\r\n'),
  'asks with half of a percent sign': (port) =>
    send(
      port,
      'GET /?paymentReference=%E0%A4%A&status=%&time=%&signature=% HTTP/1.1\r\nhost: shop\r\n\r\n',
    ),
};

/** A client that has sent half a request and sends nothing more until it is let go. */
export async function slowClient(port: number): Promise<Disposable> {
  const socket = await open(port);
  await new Promise((sent) => void socket.write(`${post}content-length: 10\r\n\r\n{"a"`, sent));
  return { [Symbol.dispose]: () => void socket.destroy() };
}
