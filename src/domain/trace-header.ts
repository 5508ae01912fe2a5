/** The header, of a request as of a workflow, that names the trace which it belongs to (W3C Trace Context). */
export const traceHeader = 'traceparent';
