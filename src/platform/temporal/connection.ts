import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type GrpcRetryOptions,
} from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import type { Config } from '../config/config.js';
import { instanceName } from '../config/instance.js';
import type { KeySet } from '../config/key-set.js';
import { EncryptionCodec } from './codec.js';
import { clientTraces } from './trace-interceptors.js';

/** The server and the namespace. */
export type TemporalPlace = Pick<Config, 'temporalAddress' | 'temporalNamespace'> &
  Partial<Pick<Config, 'temporalSecurity'>>;
export type TemporalSettings = TemporalPlace & Pick<Config, 'codecKeys'>;

/** Callers that ask again (a merchant, a bank, the relay) do so sooner than a long chain of retries here would end. */
const rpcAttempts = 3;
/** gRPC's own default backs off to two minutes, but a restarted server must be found again at once. */
const reconnectMs = { initial: 100, max: 2_000 } as const;

/**
 * Encrypts payloads and the text of failures. The worker's bundle holds the same failure converter. `believesPlain`: see
 * EncryptionCodec.
 */
export function createDataConverter(codecKeys: KeySet, believesPlain = true): DataConverter {
  return { payloadCodecs: [new EncryptionCodec(codecKeys, believesPlain)], failureConverterPath };
}

/** The SDK requires the converter by path: the compiled file beside compiled code, the source beside sources. */
const failureConverterPath = fileURLToPath(
  new URL(
    `../../../workflows/platform/failure-converter${extname(import.meta.url)}`,
    import.meta.url,
  ),
);

/** gRPC's FAILED_PRECONDITION. */
const failedPrecondition = 9;
/**
 * The server's message for an update that met a failing workflow task: the update was not accepted, and its id may be
 * sent again.
 */
const updateMissed = 'unexpected workflow task failure';

/** Retries the calls that the SDK retries, and also updates that met a workflow task which failed or timed out. */
export function grpcRetries(): GrpcRetryOptions {
  const usual = defaultGrpcRetryOptions({ maxAttempts: rpcAttempts });
  return {
    ...usual,
    retryableDecider: (attempt, status) =>
      usual.retryableDecider(attempt, status) ||
      (attempt < rpcAttempts &&
        status.code === failedPrecondition &&
        status.details.includes(updateMissed)),
  };
}

/** Connects at the first call and again after each loss, so a process may start before Temporal does. */
export function createTemporalClient(settings: TemporalSettings, program = 'manilla'): Client {
  const connection = Connection.lazy({
    ...settings.temporalSecurity,
    address: settings.temporalAddress,
    interceptors: [makeGrpcRetryInterceptor(grpcRetries())],
    channelArgs: {
      'grpc.initial_reconnect_backoff_ms': reconnectMs.initial,
      'grpc.min_reconnect_backoff_ms': reconnectMs.initial,
      'grpc.max_reconnect_backoff_ms': reconnectMs.max,
    },
  });
  return new Client({
    connection,
    namespace: settings.temporalNamespace,
    identity: `${program} ${instanceName()}`,
    dataConverter: createDataConverter(settings.codecKeys),
    ...clientTraces(),
  });
}

/** Tells whether Temporal answers within two seconds. */
export async function temporalHealthy(client: Client): Promise<boolean> {
  try {
    await client.withDeadline(Date.now() + 2_000, () => client.workflowService.getSystemInfo({}));
    return true;
  } catch {
    return false;
  }
}
