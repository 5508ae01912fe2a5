import {
  connect,
  constants,
  createSecureServer,
  type IncomingHttpHeaders,
  type Http2SecureServer,
  type ServerHttp2Stream,
} from 'node:http2';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** A certificate with its key, both in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly private: string;
}

/** An authority of the test's own, and what it has signed. */
export async function certificates(): Promise<
  Readonly<Record<'ca' | 'server' | 'client', Certificate>>
> {
  const ca = await generate([{ name: 'commonName', value: 'Test Authority' }], {
    ...{ keyType: 'ec', algorithm: 'sha256' },
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
    ],
  });
  const signed = (name: string) =>
    generate([{ name: 'commonName', value: name }], {
      ...{ keyType: 'ec', algorithm: 'sha256' },
      ca: { key: ca.private, cert: ca.cert },
      extensions: [
        { name: 'basicConstraints', cA: false },
        { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
      ],
    });
  const [server, client] = await Promise.all([signed('temporal.test'), signed('manilla')]);
  return { ca, server, client };
}

interface GatewayOptions {
  /** The server behind it, `host:port`, which asks nothing of its clients. */
  readonly to: string;
  readonly server: Certificate;
  /** Only clients with a certificate of this authority are let in. */
  readonly clientCa?: string;
  /** Only calls with `authorization: Bearer` and this key are let through. */
  readonly apiKey?: () => string;
  /** Calls that nobody may make, such as `RegisterNamespace`. */
  readonly denies?: readonly string[];
}

/** gRPC's status codes. */
const permissionDenied = 7;
const unauthenticated = 16;

/** What Temporal Cloud and secured clusters put in front of a server: TLS, certificates of clients, keys, and rights. */
export class TemporalGateway {
  private constructor(
    readonly address: string,
    private readonly server: Http2SecureServer,
    private readonly close: () => void,
  ) {}

  static async start(options: GatewayOptions): Promise<TemporalGateway> {
    const { server: own, clientCa, to } = options;
    const behind = connect(`http://${to}`);
    const server = createSecureServer({
      ...{ cert: own.cert, key: own.private },
      ...(clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
    });
    server.on('stream', (stream, headers) => {
      stream.on('error', () => {});
      const no = refusal(options, headers);
      if (no === undefined) forward(stream, behind.request(forwardable(headers)));
      else end(stream, no);
    });
    server.on('sessionError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new TemporalGateway(`127.0.0.1:${port}`, server, () => behind.destroy());
  }

  stop(): Promise<void> {
    this.close();
    return new Promise((resolve) => {
      this.server.close(() => resolve());
    });
  }
}

function refusal(
  { apiKey, denies = [] }: GatewayOptions,
  headers: IncomingHttpHeaders,
): { readonly code: number; readonly message: string } | undefined {
  if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey()}`) {
    return { code: unauthenticated, message: 'Request unauthorized.' };
  }
  const method = headers[':path']?.split('/').at(-1) ?? '';
  if (!denies.includes(method)) return undefined;
  return { code: permissionDenied, message: `${method} is not for this client.` };
}

function forwardable(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization: _forTheGateway, ...others } = headers;
  return { ...others, ':scheme': 'http' };
}

function end(
  stream: ServerHttp2Stream,
  { code, message }: { code: number; message: string },
): void {
  stream.respond(
    {
      ...{ ':status': 200, 'content-type': 'application/grpc' },
      ...{ 'grpc-status': String(code), 'grpc-message': message },
    },
    { endStream: true },
  );
}

function forward(
  stream: ServerHttp2Stream,
  behind: ReturnType<ReturnType<typeof connect>['request']>,
): void {
  stream.pipe(behind);
  stream.on('close', () => behind.close());
  behind.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  behind.on('response', (headers, flags) => {
    const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    stream.respond(headers, { endStream, waitForTrailers: !endStream });
    if (endStream) return;
    let trailers = {};
    behind.on('trailers', (given) => (trailers = given));
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    behind.pipe(stream);
  });
}
