import type { LastResponse, Manilla } from '../../../sdk/src/index.ts';
import type { ContractDocument } from '../../../scripts/docs/contract-document.ts';
import { sdkContract } from '../../../scripts/docs/sdk/contract-shapes.ts';
import type { Send } from './every-operation.js';

type Method = (...given: unknown[]) => Promise<object & { lastResponse: LastResponse }>;

/**
 * Calls an operation as its method of the SDK: what is in its path, then body or query, then options.
 *
 * @param byHand calls what a merchant's client has no method for
 */
export function sendBySdk(manilla: Manilla, document: ContractDocument, byHand: Send): Send {
  const { shapes } = sdkContract(document);
  return async (id, request) => {
    const shape = shapes.find(({ operation }) => operation.operationId === id);
    if (shape === undefined) return byHand(id, request);
    const { resource, method, pathNames, input } = shape;
    const given = pathNames.map((name): unknown => request.path?.[name]);
    if (input !== undefined) given.push(request[input.kind] ?? {});
    const methods = manilla[resource as keyof Manilla] as unknown as Record<string, Method>;
    const data = await methods[method]?.call(methods, ...given, { headers: request.header });
    if (data === undefined) throw new Error(`manilla.${resource}.${method} is not there`);
    return { httpStatus: data.lastResponse.httpStatus, data };
  };
}
