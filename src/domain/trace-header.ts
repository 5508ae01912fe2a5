/** The header of a request or a workflow that names its trace (W3C Trace Context). */
export const traceHeader = 'traceparent';
