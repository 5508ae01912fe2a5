import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Import it before a worker is made: a process has one runtime, and its test files share it. */
Runtime.install({ logger: new DefaultLogger('ERROR') });
